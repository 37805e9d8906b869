import {unsafe} from 'ini'
import type {Problem} from './parsed.ts'

/** One value of an ini file and its line. */
export interface IniValue {
  readonly value: string
  readonly line: number
}

/** Section -> key -> its values in order; keys before any section are under the empty name. */
export type IniSections = ReadonlyMap<string, ReadonlyMap<string, readonly IniValue[]>>

/**
 * Reads an ini file. `ini` values may be quoted and end at an unescaped `;` or `#`; a `keyfile` (NetworkManager, GLib)
 * takes the whole line, since `;` parts the items of its lists. A section that comes again goes on.
 */
export function readIni(
  text: string,
  dialect: 'ini' | 'keyfile',
): {readonly sections: IniSections; readonly problems: readonly Problem[]} {
  const sections = new Map<string, Map<string, IniValue[]>>()
  const problems: Problem[] = []
  let section = ''
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    const content = written.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const header = /^\[([^\]]*)\]/.exec(content)?.[1]
    const [, key, value] = /^([^=]+)=(.*)$/.exec(content) ?? []
    if (header !== undefined) section = header.trim()
    else if (key === undefined || value === undefined)
      problems.push({message: 'Neither a section nor a key', line, column: 1})
    else {
      const keys = sections.get(section) ?? new Map<string, IniValue[]>()
      sections.set(section, keys)
      const decoded = dialect === 'ini' ? decodedIni(value) : value.trim()
      keys.set(key.trim(), [...(keys.get(key.trim()) ?? []), {value: decoded, line}])
    }
  }
  return {sections, problems}
}

/** The value that counts of a key, the last. */
export function iniValue(sections: IniSections, section: string, key: string): IniValue | undefined {
  return sections.get(section)?.get(key)?.at(-1)
}

/** The items of a keyfile list, parted by `;`, or by any of `separators` where the key takes more, unless a backslash precedes. */
export function keyfileList(value: string, separators = ';'): string[] {
  const items = ['']
  for (const piece of value.match(/\\[\s\S]?|[^\\]/gu) ?? []) {
    if (separators.includes(piece)) items.push('')
    else {
      const isEscaped = piece.length > 1 && separators.includes(piece.slice(1))
      items.push(`${items.pop() ?? ''}${isEscaped ? piece.slice(1) : piece}`)
    }
  }
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** Single quotes hold text, though the library makes of it what JSON does. */
function decodedIni(value: string): string {
  const decoded: unknown = unsafe(value)
  return typeof decoded === 'string' ? decoded : value.trim().replace(/^'|'$/g, '')
}
