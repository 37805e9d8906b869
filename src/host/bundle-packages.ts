import type {Told} from './bundle-layout.ts'

/** The answer of `dpkg -l`. */
export const dpkgAnswers = (text: string): Told =>
  /^\+\+\+-=/m.test(text) ? {commands: [{argv: ['dpkg', '-l'], stdout: text}]} : {}

/** The answer of `rpm -qa`, behind whose names the bundle may have put more. */
export function rpmAnswers(text: string): Told {
  const lines = text.trimEnd().split('\n')
  const names = lines.map((line) =>
    line.length < maxLine ? /^(\S+-[^\s-]+-[^\s-]+\.[\w()]+)(?:\s|$)/.exec(line)?.[1] : undefined,
  )
  return names.every((name) => name !== undefined)
    ? {commands: [{argv: ['rpm', '-qa'], stdout: `${names.join('\n')}\n`}]}
    : {}
}

/** What sos writes behind a name is short. */
const maxLine = 4096
