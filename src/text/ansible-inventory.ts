import {InventoryGroups, type InventoryHost} from './ansible-groups.ts'
import {readInventoryDocument} from './ansible-inventory-document.ts'
import type {Parsed} from './parsed.ts'
import {splitWords} from './shell-words.ts'

/**
 * The hosts of an Ansible inventory, in ini form, in YAML, or in the JSON that `ansible-inventory --list` prints; each host
 * once, ranges such as `node[01:12]` spelled out.
 */
export function parseAnsibleInventory(text: string): Parsed<readonly InventoryHost[]> {
  return isDocument(text) ? readInventoryDocument(text) : readIni(text)
}

/** Whether the first line that says something begins a document or a mapping, which in ini form would name a host. */
function isDocument(text: string): boolean {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '' && !/^\s*[#;]/.test(line)) ?? ''
  return /^(?:---|\{|%YAML)/.test(first) || /^[^[\s][^\s[\]]*:\s*(?:#.*)?$/.test(first)
}

function readIni(text: string): Parsed<readonly InventoryHost[]> {
  const groups = new InventoryGroups()
  const defined = new Set(['all', 'ungrouped'])
  const needed = new Map<string, number>()
  let section = {group: 'ungrouped', kind: ''}
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1
    const refuse = (message: string) => ({ok: false, problem: {message, line, column: 1}}) as const
    const content = raw.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const [, group, kind = ''] = /^\[([^\]:]+)(?::(\w+))?\]\s*(?:[#;].*)?$/.exec(content) ?? []
    if (group !== undefined) {
      if (!['', 'vars', 'children'].includes(kind))
        return refuse(`a section is [${group}], [${group}:vars] or [${group}:children]`)
      if (kind === 'vars') needed.set(group, needed.get(group) ?? line)
      else defined.add(group)
      section = {group, kind}
      continue
    }
    if (section.kind === 'vars') {
      const [, key, value = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(content) ?? []
      if (key === undefined) return refuse(`'${content}' is no variable: it is written as key=value`)
      groups.set(section.group, key, plain(value))
      continue
    }
    const words = splitWords(uncommented.exec(content)?.[0] ?? '')
    if (!words.ok) return {ok: false, problem: {...words.problem, line}}
    const [pattern = '', ...settings] = words.value
    const odd = settings.find((word) => !/^[^=]+=/.test(word))
    if (odd !== undefined) return refuse(`'${odd}' is no setting of ${pattern}: it is written as key=value`)
    if (section.kind === 'children') {
      needed.set(pattern, needed.get(pattern) ?? line)
      groups.addChild(section.group, pattern)
      continue
    }
    const problem = groups.addHost(section.group, pattern, settings.map(settingOf))
    if (problem !== undefined) return refuse(problem)
  }
  for (const [group, line] of needed) {
    if (!defined.has(group)) return {ok: false, problem: {message: `there is no group '${group}'`, line, column: 1}}
  }
  return {ok: true, value: groups.hosts()}
}

/** A line up to a comment, which begins after a blank and outside of quotes. */
const uncommented = /^(?:[^'"\\#;]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|(?<!\s)[#;]|['"\\])*/

/** A value without its quotes; Python, which reads it for Ansible, knows comments after them and after numbers. */
const plain = (value: string): string =>
  value.replace(/^(['"])((?:(?!\1).)*)\1\s*(?:#.*)?$/, '$2').replace(/^(\d+)\s+#.*$/, '$1')

function settingOf(word: string): readonly [string, string] {
  const at = word.indexOf('=')
  return [word.slice(0, at), word.slice(at + 1)]
}
