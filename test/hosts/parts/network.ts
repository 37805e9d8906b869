import {type Answers, answer, directory, type Files} from './files.ts'

/** An interface: what it is (`kind`, none for hardware), and its addresses with their prefix lengths. */
export interface Link {
  readonly name: string
  readonly mtu?: number
  readonly kind?: 'bridge' | 'vxlan' | 'veth' | 'ipip' | 'openvswitch'
  readonly master?: string
  readonly state?: 'UP' | 'DOWN' | 'UNKNOWN'
  readonly addresses?: readonly string[]
}

/** A route of the main table, as `ip route` words it. */
export interface Route {
  readonly type?: 'blackhole'
  readonly dst: string
  readonly dev?: string
  readonly via?: string
  readonly src?: string
  readonly protocol?: string
  readonly metric?: number
}

/** Interfaces and routes as /sys, /proc and `ip -j` tell them; connected routes follow from the addresses. */
export function network(own: readonly Link[], further: readonly Route[]): {files: Files; commands: Answers} {
  const links: readonly Link[] = [{name: 'lo', mtu: 65536, state: 'UNKNOWN', addresses: ['127.0.0.1/8']}, ...own]
  const addresses = links.flatMap(({name, addresses = []}) => addresses.map((text) => ({name, ...parsed(text)})))
  const connected: readonly (Route & {readonly scope: string})[] = addresses
    .filter(({name, prefix}) => name !== 'lo' && prefix < 32)
    .map(({name, address, network, prefix}) => ({
      dst: `${network}/${prefix}`,
      dev: name,
      src: address,
      protocol: 'kernel',
      scope: 'link',
    }))
  const routes = [...further, ...connected]
  const local = addresses.map(({name, address, network, prefix}) => ({
    type: 'local',
    dst: name === 'lo' ? `${network}/${prefix}` : address,
    dev: name,
    table: 'local',
    protocol: 'kernel',
    scope: 'host',
    prefsrc: address,
    flags: [],
  }))
  return {
    files: Object.assign(
      {'/proc/net/route': procRoutes(routes)},
      ...links.map(
        (link, index): Files => ({
          [`/sys/class/net/${link.name}/address`]: `${mac(link, index)}\n`,
          [`/sys/class/net/${link.name}/mtu`]: `${link.mtu ?? 1500}\n`,
          [`/sys/class/net/${link.name}/operstate`]: `${stateOf(link).toLowerCase()}\n`,
          ...(link.kind === 'bridge' ? {[`/sys/class/net/${link.name}/bridge`]: directory} : {}),
          ...(link.kind === undefined && index > 0 ? {[`/sys/class/net/${link.name}/device`]: directory} : {}),
        }),
      ),
    ),
    commands: [
      answer(
        ['ip', '-j', 'addr'],
        JSON.stringify(
          links.map((link, index) => ({
            ...header(link, index),
            addr_info: (link.addresses ?? []).map((text) => addressInfo(link, text)),
          })),
        ),
      ),
      answer(
        ['ip', '-j', '-d', 'link'],
        JSON.stringify(
          links.map((link, index) => ({
            ...header(link, index),
            ...(link.kind ? {linkinfo: {info_kind: link.kind, info_data: {}}} : {}),
          })),
        ),
      ),
      answer(
        ['ip', '-j', 'route', 'show', 'table', 'all'],
        JSON.stringify([
          ...routes.map(({via, src, metric, ...route}) => ({
            ...route,
            ...(via ? {gateway: via} : {}),
            ...(src ? {prefsrc: src} : {}),
            ...(metric ? {metric} : {}),
            flags: [],
          })),
          ...local,
        ]),
      ),
      answer(
        ['ip', '-j', 'rule'],
        JSON.stringify([
          {priority: 0, src: 'all', table: 'local'},
          {priority: 32766, src: 'all', table: 'main'},
          {priority: 32767, src: 'all', table: 'default'},
        ]),
      ),
    ],
  }
}

function header(link: Link, index: number) {
  const isLoopback = link.name === 'lo'
  const state = stateOf(link)
  return {
    ifindex: index + 1,
    ifname: link.name,
    flags: isLoopback
      ? ['LOOPBACK', 'UP', 'LOWER_UP']
      : ['BROADCAST', 'MULTICAST', 'UP', ...(state === 'DOWN' ? ['NO-CARRIER'] : ['LOWER_UP'])],
    mtu: link.mtu ?? 1500,
    ...(link.master ? {master: link.master} : {}),
    operstate: state,
    link_type: isLoopback ? 'loopback' : 'ether',
    address: mac(link, index),
  }
}

function addressInfo({name}: Link, text: string) {
  const {address, prefix} = parsed(text)
  return {family: 'inet', local: address, prefixlen: prefix, scope: name === 'lo' ? 'host' : 'global', label: name}
}

const stateOf = ({state}: Link) => state ?? 'UP'

function mac({name}: Link, index: number): string {
  return name === 'lo' ? '00:00:00:00:00:00' : `02:00:0a:00:00:${index.toString(16).padStart(2, '0')}`
}

/** The kernel's table: addresses as the machine stores them, lowest byte first. */
function procRoutes(routes: readonly Route[]): string {
  const lines = routes.map(({type, dst, dev = '*', via, metric}) => {
    const {network, prefix} = parsed(dst === 'default' ? '0.0.0.0/0' : dst)
    const mask = prefix === 0 ? 0 : (0xffffffff << (32 - prefix)) >>> 0
    const flags = 1 + (via ? 2 : 0) + (prefix === 32 ? 4 : 0) + (type === 'blackhole' ? 0x200 : 0)
    return [
      dev,
      stored(number(network)),
      stored(number(via ?? '0.0.0.0')),
      flags.toString(16).padStart(4, '0'),
      0,
      0,
      metric ?? 0,
      stored(mask),
      0,
      0,
      0,
    ].join('\t')
  })
  return `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n${lines.join('\n')}\n`
}

function parsed(text: string): {address: string; network: string; prefix: number} {
  const [address = '', length = '32'] = text.split('/')
  const prefix = Number(length)
  const mask = prefix === 0 ? 0 : (0xffffffff << (32 - prefix)) >>> 0
  const network = (number(address) & mask) >>> 0
  return {address, prefix, network: [24, 16, 8, 0].map((shift) => (network >>> shift) & 255).join('.')}
}

const number = (address: string) => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)

function stored(value: number): string {
  const bytes = [0, 8, 16, 24].map((shift) => ((value >>> shift) & 255).toString(16).padStart(2, '0'))
  return bytes.join('').toUpperCase()
}
