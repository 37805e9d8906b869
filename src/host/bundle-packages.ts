import type {Told} from './bundle-layout.ts'

/** The answer of `dpkg -l`. */
export const dpkgAnswers = (text: string): Told =>
  /^\+\+\+-=/m.test(text) ? {commands: [{argv: ['dpkg', '-l'], stdout: text}]} : {}

/** The answer of `rpm -qa`, behind whose names the bundle may have put more. */
export function rpmAnswers(text: string): Told {
  const lines = text.trimEnd().split('\n')
  const names = lines.map((line) => /^(\S+-[^\s-]+-[^\s-]+\.[\w()]+)(?:\s|$)/.exec(line)?.[1])
  return names.every((name) => name !== undefined)
    ? {commands: [{argv: ['rpm', '-qa'], stdout: `${names.join('\n')}\n`}]}
    : {}
}
