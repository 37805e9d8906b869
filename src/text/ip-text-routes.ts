/** A row of `ip -j route show table all`, as far as facts read it. */
export interface IpRouteRow extends IpHop {
  readonly type?: string
  readonly dst: string
  readonly table?: string
  readonly protocol?: string
  readonly scope?: string
  readonly prefsrc?: string
  readonly metric?: number
  readonly nexthops?: readonly IpHop[]
}

interface IpHop {
  readonly dev?: string
  readonly gateway?: string
  readonly flags: readonly string[]
}

/**
 * What `ip route show table all` prints as the rows of `ip -j route show table all`; undefined where a word is not
 * understood, since what follows it may then mean anything.
 */
export function readIpRouteText(text: string): readonly IpRouteRow[] | undefined {
  if (!text.endsWith('\n')) return undefined
  const blocks = text.trimEnd().split(/\n(?=\S)/)
  const rows = blocks.map((block) => readRoute(block.split('\n')))
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function readRoute([first = '', ...more]: readonly string[]): IpRouteRow | undefined {
  const words = first.trim().split(/\s+/)
  const type = types.has(words[0] ?? '') ? words.shift() : undefined
  const dst = words.shift()
  const route = readWords(words, routeValues)
  const nexthops = more.map(readHop)
  const hops = nexthops.filter((hop) => hop !== undefined)
  if (dst === undefined || !destination.test(dst) || !route || hops.length < nexthops.length) return undefined
  const {table, proto, scope, src, metric} = Object.fromEntries(route.values)
  return {
    ...(type === undefined || type === 'unicast' ? {} : {type}),
    dst,
    ...hopOf(route),
    ...(table === undefined ? {} : {table}),
    ...(proto === undefined ? {} : {protocol: proto}),
    ...(scope === undefined ? {} : {scope}),
    ...(src === undefined ? {} : {prefsrc: src}),
    ...(metric === undefined ? {} : {metric: Number(metric)}),
    ...(hops.length === 0 ? {} : {nexthops: hops}),
  }
}

function readHop(line: string): IpHop | undefined {
  const [keyword, ...words] = line.trim().split(/\s+/)
  const hop = keyword === 'nexthop' ? readWords(words, hopValues) : undefined
  return hop && hopOf(hop)
}

interface Words {
  readonly values: ReadonlyMap<string, string>
  readonly flags: readonly string[]
}

function hopOf({values, flags}: Words): IpHop {
  const [dev, gateway] = [values.get('dev'), values.get('via')]
  return {...(gateway === undefined ? {} : {gateway}), ...(dev === undefined ? {} : {dev}), flags}
}

/** Keywords with their values, and flags. A gateway of the other family follows the family's name, a locked metric `lock`. */
function readWords(words: readonly string[], known: ReadonlySet<string>): Words | undefined {
  const values = new Map<string, string>()
  const flags: string[] = []
  for (let at = 0; at < words.length; ) {
    const [key = '', next, then] = words.slice(at, at + 3)
    if (routeFlags.has(key)) {
      flags.push(key)
      at += 1
      continue
    }
    const isPrefixed = (key === 'via' && (next === 'inet' || next === 'inet6')) || next === 'lock'
    const value = isPrefixed ? then : next
    if (!known.has(key) || value === undefined) return undefined
    values.set(key, value)
    at += isPrefixed ? 3 : 2
  }
  return {values, flags}
}

const destination = /^(?:default|[\da-f.:]+(?:\/\d+)?)$/

const types: ReadonlySet<string> = new Set([
  'unicast',
  'local',
  'broadcast',
  'anycast',
  'multicast',
  'blackhole',
  'unreachable',
  'prohibit',
  'throw',
])

const routeFlags: ReadonlySet<string> = new Set([
  'dead',
  'onlink',
  'pervasive',
  'offload',
  'offload_failed',
  'trap',
  'notify',
  'linkdown',
  'unresolved',
  'rt_offload',
  'rt_offload_failed',
  'rt_trap',
])

const hopValues: ReadonlySet<string> = new Set(['via', 'dev', 'weight', 'realm', 'realms'])

const metrics =
  'mtu advmss window rtt rttvar ssthresh cwnd initcwnd initrwnd reordering hoplimit quickack congctl rto_min fastopen_no_cookie features'

const routeValues: ReadonlySet<string> = new Set([
  ...'from via dev table proto scope src metric nhid tos dsfield realm realms mark uid error expires users iif pref'.split(
    ' ',
  ),
  ...metrics.split(' '),
])
