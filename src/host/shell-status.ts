import {quoteWord} from '../text/shell-words.ts'
import type {FileStatus} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'
import {garbled, recordsOf, type ShellRecord} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'
import {readStats, type Stat} from './shell-stat.ts'

/** A path to look at, as itself or where it leads. */
export interface StatusQuestion {
  readonly path: string
  readonly isFollowed: boolean
}

/** A status; where the path ends is undefined when its links must be followed one by one to know. */
export type ShellStatus = Omit<FileStatus, 'realPath'> & {readonly realPath: string | undefined}

/** The status of many paths by one stat, and where they end. */
export const statusQuestion: Question<StatusQuestion, ShellStatus> = {
  most: 500,
  key: ({path, isFollowed}) => `${isFollowed}${path}`,
  group: ({isFollowed}) => String(isFollowed),
  script: (questions) => `S ${optionOf(questions)} ${questions.map(({path}) => quoteWord(path)).join(' ')}`,
  answers(answer, questions, mark) {
    const paths = questions.map(({path}) => path)
    const {stats, rest} = readStats(recordsOf(answer, mark), paths)
    const ends = endsOf(rest, paths)
    return stats.map((reading, index) => {
      if (reading.state !== 'read') return reading
      const status = statusOf(reading.value, paths[index] ?? '', ends[index])
      return status ? read(status, reading.source) : unreadable(deniedLink, reading.source)
    })
  },
  source: ({path}) => fileSource(path),
}

/** How stat is told to follow links, for questions that agree on it. */
export function optionOf(questions: readonly StatusQuestion[]): string {
  return questions[0]?.isFollowed ? '-L' : "''"
}

const deniedLink = 'permission denied; run as root'

/** The status with what the link says; undefined where stat may not read the link. */
function statusOf({shown, ...stat}: Stat, path: string, realPath: string | undefined): ShellStatus | undefined {
  if (stat.type !== 'symlink') return {...stat, realPath}
  const target = [`${path} -> `, `'${path}' -> '`].find((prefix) => shown?.startsWith(prefix))
  if (shown === undefined || target === undefined) return undefined
  const isQuoted = target.startsWith("'")
  return {...stat, target: shown.slice(target.length, isQuoted ? -1 : undefined), realPath}
}

/**
 * The ends of paths: a `p` record each, empty where the path is its own end, `?` where the shell could not tell, and after `l`
 * what realpath said of links in the order of their `@`, each followed by the end of /proc/self.
 */
function endsOf(records: readonly ShellRecord[], paths: readonly string[]): readonly (string | undefined)[] {
  const links = linkEnds(records.find(({kind}) => kind === 'l'))
  const ends = records.filter(({kind}) => kind === 'p').map(({body}) => body.toString('utf8'))
  if (ends.length !== paths.length) throw new Error(garbled)
  return ends.map((end, index) => {
    if (end === '') return paths[index]
    if (end === '@') return links.next().value
    return end === '?' ? undefined : end
  })
}

function* linkEnds(record: ShellRecord | undefined): Generator<string | undefined, undefined> {
  const lines: string[] = []
  for (const line of record?.body.toString('utf8').split('\n') ?? []) {
    if (/^\/proc\/\d+$/.test(line)) {
      yield lines.length > 0 ? lines.join('\n') : undefined
      lines.length = 0
    } else lines.push(line)
  }
  return undefined
}
