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
  let group = 'ungrouped'
  let kind = ''
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const content = raw.trim()
    if (content === '' || /^[#;]/.test(content)) continue
    const [, name, suffix = ''] = /^\[([^\]:]+)(?::(\w+))?\]\s*(?:[#;].*)?$/.exec(content) ?? []
    if (name !== undefined) {
      group = name
      kind = suffix
      continue
    }
    if (kind === 'vars') {
      const [, key = '', value = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(content) ?? []
      groups.set(group, key, value.replace(/^(['"])(.*)\1$/, '$2'))
      continue
    }
    const words = splitWords(content.replace(/\s[#;].*$/, ''))
    if (!words.ok) return {ok: false, problem: {...words.problem, line: index + 1}}
    const [pattern = '', ...settings] = words.value
    if (kind === 'children') groups.addChild(group, pattern)
    else groups.addHost(group, pattern, settings.flatMap(settingOf))
  }
  return {ok: true, value: groups.hosts()}
}

function settingOf(word: string): readonly (readonly [string, string])[] {
  const at = word.indexOf('=')
  return at > 0 ? [[word.slice(0, at), word.slice(at + 1)]] : []
}
