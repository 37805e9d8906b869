import type {Parsed} from './parsed.ts'
import {splitWords} from './shell-words.ts'

/** A host of an inventory: its name there and how ssh reaches it where that is said. */
export interface InventoryHost {
  readonly name: string
  readonly address?: string
  readonly port?: string
  readonly user?: string
}

/**
 * The hosts of an Ansible inventory in ini form, each once, ranges such as `node[01:12]` spelled out. Groups of groups name no
 * host of their own; what hosts of a group share is read for `all` and for groups that hosts stand in.
 */
export function parseAnsibleInventory(text: string): Parsed<readonly InventoryHost[]> {
  const variables = new Map<string, Map<string, string>>()
  const groupVariables = new Map<string, Map<string, string>>()
  const groupsOf = new Map<string, string[]>()
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
    if (kind === 'children') continue
    if (kind === 'vars') {
      const [, key = '', value = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(content) ?? []
      set(groupVariables, group, key, value.replace(/^(['"])(.*)\1$/, '$2'))
      continue
    }
    const words = splitWords(content.replace(/\s[#;].*$/, ''))
    if (!words.ok) return {ok: false, problem: {...words.problem, line: index + 1}}
    const [pattern = '', ...settings] = words.value
    for (const host of spelledOut(pattern)) {
      groupsOf.set(host, [...(groupsOf.get(host) ?? []), group])
      for (const setting of settings) {
        const at = setting.indexOf('=')
        if (at > 0) set(variables, host, setting.slice(0, at), setting.slice(at + 1))
      }
    }
  }
  const hosts = [...groupsOf].map(([name, groups]) => {
    const places = [
      variables.get(name),
      ...groups.toReversed().map((each) => groupVariables.get(each)),
      groupVariables.get('all'),
    ]
    return hostOf(name, (key) => places.find((place) => place?.has(key))?.get(key))
  })
  return {ok: true, value: hosts}
}

/** ansible_ssh_* are the older names of the same. */
function hostOf(name: string, lookUp: (key: string) => string | undefined): InventoryHost {
  const of = (key: string) => lookUp(`ansible_${key}`) ?? lookUp(`ansible_ssh_${key}`)
  const [address, port, user] = [of('host'), of('port'), of('user')]
  return {
    name,
    ...(address === undefined ? {} : {address}),
    ...(port === undefined ? {} : {port}),
    ...(user === undefined ? {} : {user}),
  }
}

function set(all: Map<string, Map<string, string>>, owner: string, key: string, value: string): void {
  const own = all.get(owner) ?? new Map<string, string>()
  own.set(key, value)
  all.set(owner, own)
}

const maxSpelledOut = 10_000

/** The names a pattern stands for, in order: `[01:12]` counts with leading zeros, `[a:f]` by letter, a third part is the step. */
function spelledOut(pattern: string): readonly string[] {
  const [all, head = '', from = '', to = '', step = '1', tail = ''] =
    /^(.*?)\[(\d+|[a-z]|[A-Z]):(\d+|[a-z]|[A-Z])(?::(\d+))?\](.*)$/.exec(pattern) ?? []
  if (all === undefined) return [pattern]
  const isNumber = /^\d+$/.test(from)
  const numberOf = (text: string) => (isNumber ? Number(text) : text.charCodeAt(0))
  const names: string[] = []
  for (let at = numberOf(from); at <= numberOf(to) && names.length < maxSpelledOut; at += Math.max(Number(step), 1)) {
    names.push(isNumber ? String(at).padStart(from.length, '0') : String.fromCharCode(at))
  }
  return names.flatMap((name) => spelledOut(`${head}${name}${tail}`))
}
