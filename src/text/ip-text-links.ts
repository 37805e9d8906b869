/** A row of `ip -j addr`, as far as facts read it. */
export interface IpLinkRow {
  readonly ifindex: number
  readonly ifname: string
  readonly flags: readonly string[]
  readonly mtu: number
  readonly master?: string
  readonly operstate?: string
  readonly address?: string
  readonly addr_info: readonly IpAddressRow[]
}

interface IpAddressRow {
  readonly family: 'inet' | 'inet6'
  readonly local: string
  readonly prefixlen: number
  readonly scope: string
}

/** What `ip address` prints, with or without details, as the rows of `ip -j addr`; undefined where a line is not understood. */
export function readIpAddressText(text: string): readonly IpLinkRow[] | undefined {
  if (text.split('\n').some(({length}) => length > maxLine)) return undefined
  const blocks = text.split(/^(?=\S)/m).map((block) => readLink(block.split('\n')))
  const rows = blocks.filter((row) => row !== undefined)
  const names = new Set(rows.map(({ifname}) => ifname))
  const isWhole = text.endsWith('\n') && rows.length > 0 && rows.length === blocks.length
  return isWhole && rows.length === names.size ? rows : undefined
}

function readLink([first = '', ...details]: readonly string[]): IpLinkRow | undefined {
  const [, index, name, lower, flags = '', mtu, rest = ''] = header.exec(first) ?? []
  const settings = readPairs(rest)
  const addresses = details.filter((line) => /^ {4}inet6? /.test(line)).map(readAddress)
  const known = addresses.filter((address) => address !== undefined)
  const isLower = lower === undefined || /^(?:NONE|if\d+|[^@]+)$/.test(lower)
  if (name === undefined || !settings || !isLower || known.length < addresses.length) return undefined
  const [master, operstate] = [settings.get('master'), settings.get('state')]
  const address = details.map((line) => linkAddress.exec(line)?.[1]).find((found) => found !== undefined)
  return {
    ifindex: Number(index),
    ifname: name,
    flags: flags === '' ? [] : flags.split(','),
    mtu: Number(mtu),
    ...(master === undefined ? {} : {master}),
    ...(operstate === undefined ? {} : {operstate}),
    ...(address === undefined ? {} : {address}),
    addr_info: known,
  }
}

/** The longest lines are those of details, of a few hundred characters. */
const maxLine = 4096

/** `3: eth0@if7: <UP> mtu 1500 …`; the kernel allows no colon in a name. */
const header = /^(\d+): ([^\s:@]+)(?:@([^\s:]+))?: <([^<>]*)> mtu (\d+)(?: (.*))?$/

/** Tunnels have the address of their end, interfaces without a hardware address none. */
const linkAddress = /^ {4}link\/\S+ ([\da-f]{2}(?::[\da-f]{2})+|[\d.]+|[\da-f:]*::[\da-f:]*)(?: |$)/

/** Pairs of a keyword and a value; undefined where a keyword is none that stands there. */
function readPairs(text: string): ReadonlyMap<string, string> | undefined {
  const words = text.split(' ').filter((word) => word !== '' && !/^xdp\w*(?:\/id:\d+)?$/.test(word))
  const pairs = new Map<string, string>()
  for (let at = 0; at < words.length; at += 2) {
    const [key = '', value] = words.slice(at, at + 2)
    if (!keywords.has(key) || value === undefined) return undefined
    pairs.set(key, value)
  }
  return pairs
}

const keywords: ReadonlySet<string> = new Set(['qdisc', 'master', 'state', 'mode', 'group', 'qlen', 'event'])

function readAddress(line: string): IpAddressRow | undefined {
  const found = /^ {4}(inet6?) (\S+)(?: peer (\S+))? (?:\S+ \S+ )*?scope (\S+)(?: |$)/.exec(line)
  const [, family, own = '', peer, scope] = found ?? []
  const [local = ''] = own.split('/')
  const prefix = /\/(\d+)$/.exec(peer ?? own)?.[1]
  if ((family !== 'inet' && family !== 'inet6') || scope === undefined) return undefined
  const whole = family === 'inet' ? 32 : 128
  return {family, local, prefixlen: prefix === undefined ? whole : Number(prefix), scope}
}
