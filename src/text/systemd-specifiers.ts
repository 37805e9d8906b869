/** A text with its `%` specifiers replaced, and those it has no value for, left in place as systemd leaves unknown ones. */
export interface ExpandedSpecifiers {
  readonly text: string
  readonly unresolved: readonly string[]
}

/** Replaces `%x` by the value under `x`, and `%%` by a percent sign (systemd.unit(5), Specifiers). */
export function expandSpecifiers(text: string, values: ReadonlyMap<string, string>): ExpandedSpecifiers {
  const unresolved: string[] = []
  const expanded = text.replace(/%([\s\S])/gu, (whole, letter: string) => {
    if (letter === '%') return '%'
    const value = values.get(letter)
    if (value === undefined) unresolved.push(whole)
    return value ?? whole
  })
  return {text: expanded, unresolved}
}

/** The specifiers that a unit's name alone decides, and `%t` of the system manager. Add `H`, the host name, where known. */
export function unitSpecifiers(unitName: string): ReadonlyMap<string, string> {
  const withoutType = unitName.replace(/\.[^.]*$/, '')
  const at = withoutType.indexOf('@')
  const prefix = at === -1 ? withoutType : withoutType.slice(0, at)
  const instance = at === -1 ? '' : withoutType.slice(at + 1)
  const component = prefix.slice(prefix.lastIndexOf('-') + 1)
  return new Map([
    ['n', unitName],
    ['N', withoutType],
    ['p', prefix],
    ['P', unescaped(prefix)],
    ['i', instance],
    ['I', unescaped(instance)],
    ['j', component],
    ['J', unescaped(component)],
    ['t', '/run'],
  ])
}

/** Undoes the escaping of systemd-escape(1). */
function unescaped(name: string): string {
  const bytes = name
    .replaceAll('-', '/')
    .replace(/%|[^\x00-\x7f]+/gu, encodeURIComponent)
    .replace(/\\x([0-9a-fA-F]{2})/g, '%$1')
  try {
    return decodeURIComponent(bytes)
  } catch {
    return name
  }
}
