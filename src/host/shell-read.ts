import {quoteWord} from '../text/shell-words.ts'
import {notRegular, refusalReading} from './decode.ts'
import type {Reading} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'
import {complaintReading, killed, late} from './shell-failure.ts'
import {endingOf, garbled, recordsOf, type ShellRecord} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'
import {readStats} from './shell-stat.ts'

/** The first bytes of a file. */
export interface ReadQuestion {
  readonly path: string
  readonly limit: number
}

/** The content of many regular files by one head, which reads a mark of ours between every two of them. */
export const readQuestion: Question<ReadQuestion, Buffer> = {
  most: 200,
  key: ({path, limit}) => `${limit}${path}`,
  group: ({limit}) => String(limit),
  script: (questions) =>
    `R ${Math.max(questions[0]?.limit ?? 0, leastBytes)} ${questions.map(({path}) => quoteWord(path)).join(' ')}`,
  answers: (answer, questions, mark) => readingsOf(recordsOf(answer, mark), questions),
  source: ({path}) => fileSource(path),
  patienceMs: () => 20_000,
}

/** The contents of all files that patterns of the shell lead to. */
export function readByPatterns(patterns: readonly string[], limit: number): string {
  return `R ${limit} ${patterns.join(' ')}`
}

/** What `readByPatterns` found, with the question each file answers. */
export function foundByPatterns(
  answer: Buffer,
  mark: string,
  limit: number,
): readonly (readonly [ReadQuestion, Reading<Buffer>])[] {
  const records = recordsOf(answer, mark)
  const looked = records.filter(({kind}) => kind === 'k').map(({body}) => body.subarray(1).toString('utf8'))
  const questions = looked.map((path) => ({path, limit}))
  return readingsOf(records, questions).flatMap((reading, index) => {
    const question = questions[index]
    return question && reading.state !== 'unreadable' ? [[question, reading] as const] : []
  })
}

/** What the records of `R` tell of files, in the order of the questions. */
export function readingsOf(
  records: readonly ShellRecord[],
  questions: readonly ReadQuestion[],
): readonly Reading<Buffer>[] {
  const {stats, rest} = readStats(
    records,
    questions.map(({path}) => path),
  )
  const states = rest.filter(({kind}) => kind === 'k').map(({body}) => String.fromCharCode(body[0] ?? 0))
  if (states.length !== questions.length) throw new Error(garbled)
  const contents = contentsOf(rest)
  return questions.map(({path, limit}, index) => {
    const stat = stats[index]
    const content = states[index] === 'r' ? contents(path, limit) : undefined
    if (stat?.state !== 'read') return stat ?? unreadable(garbled, fileSource(path))
    if (content) return content
    if (states[index] === 's') return refusalReading(path, '/etc/shadow') ?? unreadable(garbled, stat.source)
    if (states[index] === 'd') return complaintReading(': Permission denied', path)
    return stat.value.type === 'file' ? unreadable(changed, stat.source) : notRegular(stat.value.type, path)
  })
}

/** A shorter head would cut the mark between the files. */
export const leastBytes = 64
const changed = 'changed while it was looked at'

/** Gives the contents of the files that were read, one after the other. */
function contentsOf(records: readonly ShellRecord[]): (path: string, limit: number) => Reading<Buffer> {
  const bodies = records.filter(({kind}) => kind === '=').map(({body}) => body.subarray(1))
  const end = records.find(({kind}) => kind === 'e')
  const ending = end ? endingOf(end) : {exitCode: 0, complaints: []}
  const isWhole = bodies.length > 0 && ending.exitCode !== killed
  const complaints = new Map(ending.complaints.map((line) => [complainedOf.exec(line)?.slice(1).join('') ?? '', line]))
  let index = 0
  return (path, limit) => {
    const body = bodies[index]
    index += 1
    if (!isWhole || body === undefined || index >= bodies.length) return unreadable(late, fileSource(path))
    const complaint = complaints.get(path)
    if (complaint !== undefined) return complaintReading(complaint, path)
    const isPlain = /^[\w./:@%+,=-]+$/.test(path)
    if (body.length === 0 && !isPlain && ending.complaints.length > 0) return unreadable(unsure, fileSource(path))
    return read(body.subarray(0, limit), fileSource(path))
  }
}

/** The path in a complaint of head or dd, which coreutils quotes and busybox does not. */
const complainedOf = /^[^/]* (?:'(.*)'[^']*|(\/.*): [^:]*)$/

const unsure = 'cannot be read, or is empty: the complaint about it cannot be told from others'
