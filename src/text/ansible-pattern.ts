/** The hosts that a pattern of an inventory stands for, and the port it ends in. */
export interface SpelledOut {
  readonly names: readonly string[]
  readonly port: string | undefined
}

/**
 * Spells out a pattern: `node[01:12]` counts with leading zeros, `[a:f]` by letter, a third part is the step; several ranges
 * are combined. An IPv6 address stands in brackets where a port follows. The answer is a sentence where it is no pattern.
 */
export function spelledOut(pattern: string): SpelledOut | string {
  const [, address, portOfAddress] = /^\[([\da-f]*:[\da-f]*:[\da-f:.]*(?:%\w+)?)\](?::(\d{1,5}))?$/i.exec(pattern) ?? []
  if (address !== undefined && !range.test(pattern)) return {names: [address], port: portOfAddress}
  const [, hosts = pattern, port] = /^((?:[^:[\]]|\[[^\]]*\])+):(\d{1,5})$/.exec(pattern) ?? []
  let names: readonly string[] = ['']
  let rest = hosts
  for (let match = range.exec(rest); match; match = range.exec(rest)) {
    const [all, head = ''] = match
    const steps = stepsOf(match)
    if (steps.length === 0) return `the range in '${pattern}' is empty`
    if (names.length * steps.length > maxNames) return `'${pattern}' stands for more than ${maxNames} hosts`
    names = names.flatMap((name) => steps.map((step) => name + head + step))
    rest = rest.slice(all.length)
  }
  if (/[[\]]/.test(hosts.replace(ranges, ''))) return `'${pattern}' is no host: a range is written as in node[01:12]`
  if (/^[^:]*:$/.test(rest)) return `'${pattern}' is no host: a port is missing`
  return {names: names.map((name) => name + rest), port}
}

/** More than any fleet has. */
const maxNames = 10_000

const ranges = /\[(?:\d+:\d+|[a-z]:[a-z]|[A-Z]:[A-Z])(?::\d+)?\]/g
const range = /^([^[]*)\[(\d+|[a-z]|[A-Z]):(\d+|[a-z]|[A-Z])(?::(\d+))?\]/

/** What stands for a range, in order; one more than there may be where there are more. */
function stepsOf([, , from = '', to = '', step = '1']: RegExpExecArray): readonly string[] {
  const isNumber = /^\d+$/.test(from)
  const numberOf = (text: string) => (isNumber ? Number(text) : text.charCodeAt(0))
  const steps: string[] = []
  for (let at = numberOf(from); at <= numberOf(to) && steps.length <= maxNames; at += Math.max(Number(step), 1)) {
    steps.push(isNumber ? String(at).padStart(from.length, '0') : String.fromCharCode(at))
  }
  return steps
}
