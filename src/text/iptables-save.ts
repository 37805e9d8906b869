/** What iptables-save printed. */
export interface IptablesRuleset {
  readonly tables: ReadonlyMap<string, IptablesTable>
  /** What the tool says aside from rules, such as `# Warning: iptables-legacy tables present, use iptables-legacy-save to see them`. */
  readonly warnings: readonly string[]
  /** Whether every table ends with COMMIT; without it the output is cut off. */
  readonly isComplete: boolean
}

/** A table such as `nat`, its chains by name in the order printed. */
export interface IptablesTable {
  readonly name: string
  readonly chains: ReadonlyMap<string, IptablesChain>
}

/** A chain: the policy of a built-in one (`ACCEPT`, `DROP`), undefined for a user's. */
export interface IptablesChain {
  readonly name: string
  readonly policy: string | undefined
  readonly packets: bigint
  readonly bytes: bigint
  readonly rules: readonly IptablesRule[]
}

/** A rule as its words, unquoted, after `-A <chain>`. */
export interface IptablesRule {
  readonly words: readonly string[]
  readonly packets: bigint | undefined
  readonly line: number
}

/** The value of an option of a rule and whether a `!` inverts it. */
export interface IptablesMatch {
  readonly value: string
  readonly isInverted: boolean
}

interface OpenChain extends IptablesChain {
  readonly rules: IptablesRule[]
}

/** Far beyond any rule the tool writes: its comments end at 256 characters. */
const maxRuleLength = 65_536

/** Reads the output of iptables-save, ip6tables-save and their legacy and nft variants; unknown lines are left out. */
export function parseIptablesSave(text: string): IptablesRuleset {
  const tables = new Map<string, {name: string; chains: Map<string, OpenChain>}>()
  const warnings: string[] = []
  let chains: Map<string, OpenChain> | undefined
  text.split('\n').forEach((content, index) => {
    const line = content.trim()
    if (line.startsWith('*')) {
      const name = line.slice(1)
      chains = tables.get(name)?.chains ?? new Map<string, OpenChain>()
      tables.set(name, {name, chains})
    } else if (line === 'COMMIT') chains = undefined
    else if (/^(?:# )?(?:warning|table .* is incompatible)/i.test(line)) warnings.push(line.replace(/^# /, ''))
    else if (chains && line.startsWith(':')) declare(chains, line)
    else if (chains) append(chains, line, index + 1)
  })
  return {tables, warnings, isComplete: chains === undefined}
}

/** Where a rule sends packets: the word after `-j` or `-g`, undefined for a rule that only counts. */
export function targetOf(rule: IptablesRule): string | undefined {
  return optionOf(rule, '-j', '--jump', '-g', '--goto')?.value
}

/** An option with the word after it, under any of its spellings; undefined when the rule has none. */
export function optionOf(rule: IptablesRule, ...spellings: readonly string[]): IptablesMatch | undefined {
  const at = rule.words.findIndex((word, index) => spellings.includes(word) && rule.words[index - 1] !== '--comment')
  if (at < 0) return undefined
  return {value: rule.words[at + 1] ?? '', isInverted: rule.words[at - 1] === '!'}
}

/** The match modules a rule loads with `-m`. */
export function matchModulesOf(rule: IptablesRule): readonly string[] {
  return rule.words.flatMap((word, index) =>
    rule.words[index - 1] === '-m' || rule.words[index - 1] === '--match' ? [word] : [],
  )
}

function declare(chains: Map<string, OpenChain>, line: string): void {
  const [, name, policy, packets = '0', bytes = '0'] = /^:(\S+) (\S+)(?: \[(\d+):(\d+)\])?/.exec(line) ?? []
  if (name === undefined) return
  const isBuiltIn = policy !== '-'
  chains.set(name, {
    name,
    policy: isBuiltIn ? policy : undefined,
    packets: BigInt(packets),
    bytes: BigInt(bytes),
    rules: [],
  })
}

function append(chains: Map<string, OpenChain>, content: string, line: number): void {
  if (content.length > maxRuleLength) return
  const [, packets, spelled] = /^(?:\[(\d+):\d+\] )?(-A .*)$/.exec(content) ?? []
  if (spelled === undefined) return
  const [, name, ...words] = split(spelled)
  if (name === undefined) return
  const chain = chains.get(name) ?? {name, policy: undefined, packets: 0n, bytes: 0n, rules: []}
  chain.rules.push({words, packets: packets === undefined ? undefined : BigInt(packets), line})
  chains.set(name, chain)
}

/** Splits at blanks; double quotes keep a word together and a backslash protects the next character, as iptables-restore reads. */
function split(text: string): readonly string[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|\\.|[^\s"\\]|["\\])+/g) ?? []
  return words.map((word) => word.replace(/\\(.)|"/g, (_, escaped: string | undefined) => escaped ?? ''))
}
