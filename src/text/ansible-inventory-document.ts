import {InventoryGroups, type InventoryHost} from './ansible-groups.ts'
import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'
import type {Parsed} from './parsed.ts'
import {parseYaml} from './yaml.ts'

/** The hosts of an Ansible inventory in YAML or in the JSON of `ansible-inventory --list`, which names hosts and children in lists. */
export function readInventoryDocument(text: string): Parsed<readonly InventoryHost[]> {
  const parsed = parseYaml(text)
  if (!parsed.ok) return parsed
  const groups = new InventoryGroups()
  const mistake =
    wrongGroup(parsed.value, 'the inventory') ??
    readGroups(parsed.value, groups) ??
    readHosts(nodeAt(parsed.value, '_meta', 'hostvars'), groups, 'all')
  if (mistake) return {ok: false, problem: mistake}
  return {ok: true, value: groups.hosts()}
}

type Mistake = {readonly message: string; readonly line: number; readonly column: number}

/** Reads groups and those in them; the answer is the first mistake. */
function readGroups(node: DocumentNode | undefined, groups: InventoryGroups, parent?: string): Mistake | undefined {
  for (const [name, group] of members(node)) {
    if (name === '_meta') continue
    if (parent !== undefined) groups.addChild(parent, name)
    for (const [key, value] of scalars(nodeAt(group, 'vars'))) groups.set(name, key, value)
    const mistake =
      wrongGroup(group, `the group '${name}'`) ??
      readHosts(nodeAt(group, 'hosts'), groups, name) ??
      readGroups(nodeAt(group, 'children'), groups, name)
    if (mistake) return mistake
  }
  return undefined
}

function readHosts(node: DocumentNode | undefined, groups: InventoryGroups, group: string): Mistake | undefined {
  for (const [host, variables] of members(node)) {
    const message = groups.addHost(group, host, scalars(variables))
    if (message !== undefined) return {message, line: variables.line, column: variables.column}
  }
  return undefined
}

function wrongGroup(node: DocumentNode, what: string): Mistake | undefined {
  const [vars, ...lists] = ['vars', 'hosts', 'children'].map((part) => nodeAt(node, part))
  const wrong =
    [node, vars].find((part) => part && part.value !== null && !mappingOf(part)) ??
    lists.find((part) => part && part.value !== null && !mappingOf(part) && !itemsOf(part))
  return (
    wrong && {
      message: `${what} must be a mapping with hosts, vars and children`,
      line: wrong.line,
      column: wrong.column,
    }
  )
}

/** The members of a mapping, or the items of a list as names of which nothing is said. */
function members(node: DocumentNode | undefined): readonly (readonly [string, DocumentNode])[] {
  const items = itemsOf(node) ?? []
  return [...(mappingOf(node) ?? items.map((item) => [String(item.value), {...item, value: null}] as const))]
}

function scalars(node: DocumentNode | undefined): readonly (readonly [string, string])[] {
  return [...(mappingOf(node) ?? [])].flatMap(([key, {value}]) =>
    value === null || typeof value === 'object' ? [] : [[key, String(value)] as const],
  )
}
