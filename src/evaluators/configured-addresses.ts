import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type Cidr, parseCidr} from '../text/cidr.ts'
import type {ConfiguredInterface} from '../text/configured-interface.ts'
import {readIfcfg} from '../text/ifcfg.ts'
import {readInterfacesFile} from '../text/interfaces-file.ts'
import {readNetplan} from '../text/netplan.ts'
import {readNetworkManagerConnection} from '../text/network-manager-connection.ts'
import {readNetworkdNetwork} from '../text/networkd-network.ts'
import {parseYaml} from '../text/yaml.ts'

/** A fixed address that a configuration file gives an interface. */
interface ConfiguredAddress {
  readonly interface: string
  readonly block: Cidr
  readonly source: Origin
}

/** The fixed addresses in the host's network configuration; `isDynamic` where an interface asks the network for more. */
export interface ConfiguredAddresses {
  readonly addresses: readonly ConfiguredAddress[]
  readonly isDynamic: boolean
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** Reads the fixed addresses that netplan, cloud-init, NetworkManager, systemd-networkd, ifcfg files and interfaces(5) set. */
export async function configuredAddresses(probe: Probe): Promise<ConfiguredAddresses> {
  const found = await Promise.all(formats.map((format) => readFormat(probe, format)))
  const interfaces = found.flatMap((each) => each.interfaces)
  const gap = found.find((each) => each.gap)?.gap
  return {
    addresses: interfaces.flatMap(({name, addresses, path}) =>
      addresses.flatMap(({block, line}) => {
        const parsed = parseCidr(block)
        const isUsable = parsed.ok && !isLoopback(parsed.value)
        return isUsable ? [{interface: name, block: parsed.value, source: {kind: 'file' as const, path, line}}] : []
      }),
    ),
    isDynamic: interfaces.some(({isDynamic}) => isDynamic),
    ...(gap ? {gap} : {}),
  }
}

interface Format {
  readonly directory: string
  readonly pattern: RegExp
  readonly read: (text: string, fileName: string) => readonly ConfiguredInterface[]
}

type Found = Pick<ConfiguredAddresses, 'gap'> & {readonly interfaces: readonly (ConfiguredInterface & {path: string})[]}

async function readFormat(probe: Probe, {directory, pattern, read}: Format): Promise<Found> {
  const listed = await probe.list(directory)
  if (listed.state === 'unreadable')
    return {interfaces: [], gap: {reason: `${directory} ${listed.reason}`, source: listed.source}}
  const names = listed.state === 'read' ? listed.value.filter((name) => pattern.test(name)) : []
  const interfaces: (ConfiguredInterface & {path: string})[] = []
  let gap: ConfiguredAddresses['gap']
  for (const name of names) {
    const path = `${directory}/${name}`
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') gap ??= {reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'read') interfaces.push(...read(text.value, name).map((each) => ({...each, path})))
  }
  return gap ? {interfaces, gap} : {interfaces}
}

const netplan = (text: string) => {
  const parsed = parseYaml(text)
  return parsed.ok ? readNetplan(parsed.value) : []
}
const connection = (text: string) => [readNetworkManagerConnection(text)]
const ifcfg = (text: string, name: string) => (name === 'ifcfg-lo' ? [] : [readIfcfg(text, name)])
const networkd = (text: string) => [readNetworkdNetwork(text)]

const formats: readonly Format[] = [
  ...['/etc/netplan', '/run/netplan', '/usr/lib/netplan'].map((directory) => ({
    directory,
    pattern: /\.ya?ml$/,
    read: netplan,
  })),
  {directory: '/etc/cloud/cloud.cfg.d', pattern: /\.cfg$/, read: netplan},
  {directory: '/etc/NetworkManager/system-connections', pattern: /^[^.].*$/, read: connection},
  {directory: '/etc/systemd/network', pattern: /\.network$/, read: networkd},
  {directory: '/etc/sysconfig/network-scripts', pattern: /^ifcfg-[^.~]+(\.\d+)?$/, read: ifcfg},
  {directory: '/etc/sysconfig/network', pattern: /^ifcfg-[^.~]+(\.\d+)?$/, read: ifcfg},
  {directory: '/etc/network', pattern: /^interfaces$/, read: readInterfacesFile},
  {directory: '/etc/network/interfaces.d', pattern: /^[\w-]+(\.\w+)*$/, read: readInterfacesFile},
]

function isLoopback({address}: Cidr): boolean {
  return address.startsWith('127.') || address === '::1'
}
