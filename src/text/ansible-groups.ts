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

  /** A host of a group by its pattern, which may be a range or end in a port, with variables of its own. */
  addHost(group: string, pattern: string, variables: Iterable<readonly [string, string]> = []): void {
    const [, range = pattern, port] = /^((?:[^:[\]]|\[[^\]]*\])+):(\d{1,5})$/.exec(pattern) ?? []
    for (const host of spelledOut(range)) {
      entry(this.#groupsOf, host, () => new Set()).add(group)
      const own = entry(this.#hosts, host, () => new Map())
      if (port !== undefined) own.set('ansible_port', port)
      for (const [key, value] of variables) own.set(key, value)
    }
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
