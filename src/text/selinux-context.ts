import {remembered} from './remembered.ts'

/** A SELinux label in its parts; `level` is missing where the policy has no MLS or MCS. */
export interface SelinuxContext {
  readonly user: string
  readonly role: string
  readonly type: string
  readonly level?: string
}

/** Splits a label, without the NUL byte that ends the extended attribute; undefined for what is no label. */
export const readSelinuxContext: (text: string) => SelinuxContext | undefined = remembered(readSelinuxContextText)

function readSelinuxContextText(text: string): SelinuxContext | undefined {
  const [label = ''] = text.split('\0', 1)
  const [, user, role, type, level] = /^([^\s:]+):([^\s:]+):([^\s:]+)(?::(\S+))?\s*$/.exec(label) ?? []
  if (user === undefined || role === undefined || type === undefined) return undefined
  return level === undefined ? {user, role, type} : {user, role, type, level}
}

/**
 * The category numbers of a level such as `s0:c1,c5.c7`, of its upper end where it is a range (`s0-s0:c0.c1023`);
 * undefined for what is no level. Categories run from 0 to 1023.
 */
export function categoriesOf(level: string): ReadonlySet<number> | undefined {
  const upper = level.slice(level.indexOf('-') + 1)
  const [, list] = /^s\d{1,4}(?::(c\d{1,4}(?:[.,]c\d{1,4})*))?$/.exec(upper) ?? []
  if (list === undefined) return /^s\d{1,4}$/.test(upper) ? new Set() : undefined
  const categories = new Set<number>()
  for (const part of list.split(',')) {
    const [first, last, more] = part.split('.').map((category) => Number(category.slice(1)))
    if (first === undefined || more !== undefined || Math.max(first, last ?? first) > 1023) return undefined
    for (let category = first; category <= (last ?? first); category++) categories.add(category)
  }
  return categories
}

/** Whether a process at one level may reach a file at another: MCS wants every category of the file among the process's. */
export function reachesLevel(process: string, file: string): boolean | undefined {
  const held = categoriesOf(process)
  const wanted = categoriesOf(file)
  return held && wanted ? [...wanted].every((category) => held.has(category)) : undefined
}

/** The type the policy stores for an alias: after `chcon -t svirt_sandbox_file_t` one reads `container_file_t`. */
export function canonicalSelinuxType(type: string): string {
  return aliases.get(type) ?? type
}

/** The aliases that the base policy and container-selinux declare. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['svirt_sandbox_file_t', 'container_file_t'],
  ['svirt_lxc_file_t', 'container_file_t'],
  ['svirt_lxc_net_t', 'container_t'],
  ['docker_t', 'container_runtime_t'],
  ['container_share_t', 'container_ro_file_t'],
  ['docker_share_t', 'container_ro_file_t'],
])
