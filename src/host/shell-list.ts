import {quoteWord} from '../text/shell-words.ts'
import type {Reading} from './host.ts'
import {fileSource, read, unreadable} from './reading.ts'
import {complaintReading} from './shell-failure.ts'
import {garbled, recordsOf} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'
import {readStats} from './shell-stat.ts'

/** The names in directories, by the patterns of the shell itself. */
export const listQuestion: Question<string, readonly string[]> = {
  most: 500,
  key: (path) => path,
  group: () => '',
  script: (paths) => `D ${paths.map(quoteWord).join(' ')}`,
  answers(answer, paths, mark) {
    const {stats, rest} = readStats(recordsOf(answer, mark), paths)
    const states = rest.filter(({kind}) => kind === 'k')
    const failures = new Map<unknown, string>()
    for (const [index, {kind, body}] of rest.entries()) {
      if (kind === 'x') failures.set(rest[index - 1], body.toString('utf8'))
    }
    if (states.length !== paths.length) throw new Error(garbled)
    return paths.map((path, index) => {
      const stat = stats[index]
      const state = states[index]
      if (stat?.state !== 'read') return stat ?? unreadable(garbled, fileSource(path))
      const failure = failures.get(state)
      if (failure !== undefined) return complaintReading(failure, path)
      const answered = state?.body.toString('utf8') ?? ''
      if (answered.startsWith('d')) return complaintReading(': Permission denied', path)
      if (!answered.startsWith('r')) return unreadable(`is a ${stat.value.type}, not a directory`, stat.source)
      return namesOf(answered.slice(1), path)
    })
  },
  source: fileSource,
}

/** The names in a run of paths, each with its directory and a slash before it. */
function namesOf(text: string, directory: string): Reading<readonly string[]> {
  const names = text.split(`/${directory}/`).slice(1)
  return read(names.sort(), fileSource(directory))
}
