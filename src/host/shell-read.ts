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
  answers(answer, questions, mark) {
    const paths = questions.map(({path}) => path)
    const {stats, rest} = readStats(recordsOf(answer, mark), paths)
    const states = rest.filter(({kind}) => kind === 'k').map(({body}) => body.toString('latin1'))
    if (states.length !== paths.length) throw new Error(garbled)
    const contents = contentsOf(rest)
    return questions.map(({path, limit}, index) => {
      const stat = stats[index]
      if (stat?.state !== 'read') return stat ?? unreadable(garbled, fileSource(path))
      switch (states[index]) {
        case 'r':
          return contents(path, limit)
        case 's':
          return refusalReading(path, '/etc/shadow') ?? unreadable(garbled, stat.source)
        case 'd':
          return complaintReading(': Permission denied', path)
        default:
          return stat.value.type === 'file' ? unreadable(changed, stat.source) : notRegular(stat.value.type, path)
      }
    })
  },
  source: ({path}) => fileSource(path),
  patienceMs: () => 20_000,
}

/** A shorter head would cut the mark between the files. */
const leastBytes = 64
const changed = 'changed while it was looked at'

/** Gives the contents of the files that were read, one after the other. */
function contentsOf(records: readonly ShellRecord[]): (path: string, limit: number) => Reading<Buffer> {
  const bodies = records.filter(({kind}) => kind === '=').map(({body}) => body.subarray(1))
  const end = records.find(({kind}) => kind === 'e')
  const ending = end ? endingOf(end) : {exitCode: 0, complaints: []}
  const isWhole = bodies.length > 0 && ending.exitCode !== killed
  let index = 0
  return (path, limit) => {
    const body = bodies[index]
    index += 1
    if (!isWhole || body === undefined || index >= bodies.length) return unreadable(late, fileSource(path))
    const complaint = ending.complaints.find((line) => line.includes(` '${path}'`) || line.includes(` ${path}: `))
    if (complaint !== undefined) return complaintReading(complaint, path)
    const isPlain = /^[\w./:@%+,=-]+$/.test(path)
    if (body.length === 0 && !isPlain && ending.complaints.length > 0) return unreadable(unsure, fileSource(path))
    return read(body.subarray(0, limit), fileSource(path))
  }
}

const unsure = 'cannot be read, or is empty: the complaint about it cannot be told from others'
