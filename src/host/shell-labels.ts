import {quoteWord} from '../text/shell-words.ts'
import {type Label, labelFrom} from './live-labels.ts'
import {fileSource, read} from './reading.ts'
import {endingOf, recordsOf} from './shell-records.ts'
import type {Question} from './shell-rounds.ts'
import {optionOf, type StatusQuestion} from './shell-status.ts'

/** The SELinux labels of many paths by GNU stat; busybox tells of none. */
export const labelQuestion: Question<StatusQuestion, Label> = {
  most: 500,
  key: ({path, isFollowed}) => `${isFollowed}${path}`,
  group: ({isFollowed}) => String(isFollowed),
  script: (questions) => `L ${optionOf(questions)} ${questions.map(({path}) => quoteWord(path)).join(' ')}`,
  answers(answer, questions, mark) {
    const records = recordsOf(answer, mark)
    const {exitCode, complaints} = endingOf(records.find(({kind}) => kind === 'e'))
    const untold = `its SELinux label cannot be read: ${exitCode === 127 ? complaints.at(-1) : 'stat does not tell it'}`
    const known = new Map<string, Label>()
    for (const {kind, body} of records) {
      const [, label, path] = /^(\S+) ([\s\S]*)\n$/.exec(body.toString('utf8')) ?? []
      if (kind !== 's' || label === undefined || path === undefined) continue
      known.set(path, labelFrom(label, path, new Set(complaints)))
    }
    return questions.map(({path}) => read(known.get(path) ?? {reason: untold}, fileSource(path)))
  },
  source: ({path}) => fileSource(path),
}
