import {spelledOut} from './ansible-pattern.ts'

/** A host of an Ansible inventory and its variables, those of its groups among them. */
export interface InventoryHost {
  readonly name: string
  readonly variables: ReadonlyMap<string, string>
}

/** The groups of an inventory as it is read; what is said twice counts as it is said last. */
export class InventoryGroups {
  #hosts = new Map<string, Map<string, string>>()
  #variables = new Map<string, Map<string, string>>()
  #parents = new Map<string, Set<string>>()
  #groupsOf = new Map<string, Set<string>>()

  /**
   * Hosts of a group by a pattern, which may be a range or end in a port, with variables of their own; gives what is wrong
   * with the pattern.
   */
  addHost(group: string, pattern: string, variables: Iterable<readonly [string, string]> = []): string | undefined {
    const spelled = spelledOut(pattern)
    if (typeof spelled === 'string') return spelled
    for (const host of spelled.names) {
      entry(this.#groupsOf, host, () => new Set()).add(group)
      const own = entry(this.#hosts, host, () => new Map())
      if (spelled.port !== undefined) own.set('ansible_port', spelled.port)
      for (const [key, value] of variables) own.set(key, value)
    }
    return undefined
  }

  addChild(group: string, child: string): void {
    entry(this.#parents, child, () => new Set()).add(group)
  }

  /** A variable that the hosts of a group share. */
  set(group: string, key: string, value: string): void {
    entry(this.#variables, group, () => new Map()).set(key, value)
  }

  /**
   * The hosts, each once, in the order they were named. A host's own variables win over those of groups, groups over those
   * they are in, and of groups as deep the one of higher priority, then the later one in the alphabet, as in Ansible.
   */
  hosts(): readonly InventoryHost[] {
    return [...this.#hosts].map(([name, own]) => {
      const groups = [...this.#around(this.#groupsOf.get(name) ?? [])].toSorted((a, b) => this.#compare(a, b))
      const shared = ['all', ...groups].flatMap((group) => [...(this.#variables.get(group) ?? [])])
      return {name, variables: new Map([...shared, ...own])}
    })
  }

  /** Groups and all that they lie in, `all` excepted. */
  #around(groups: Iterable<string>, known = new Set<string>()): ReadonlySet<string> {
    for (const group of groups) {
      if (group === 'all' || known.has(group)) continue
      known.add(group)
      this.#around(this.#parents.get(group) ?? [], known)
    }
    return known
  }

  #compare(a: string, b: string): number {
    return this.#depth(a) - this.#depth(b) || this.#priority(a) - this.#priority(b) || (a < b ? -1 : 1)
  }

  /** How many groups lie around one at most; a group inside itself counts once. */
  #depth(group: string, inside: readonly string[] = []): number {
    const parents = [...(this.#parents.get(group) ?? [])].filter((each) => each !== 'all' && !inside.includes(each))
    return 1 + Math.max(0, ...parents.map((each) => this.#depth(each, [...inside, group])))
  }

  #priority(group: string): number {
    return Number(this.#variables.get(group)?.get('ansible_group_priority') ?? 1)
  }
}

function entry<K, V>(all: Map<K, V>, key: K, create: () => V): V {
  const known = all.get(key) ?? create()
  all.set(key, known)
  return known
}
