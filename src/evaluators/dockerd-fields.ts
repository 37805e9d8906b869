import {at, bare, type Leaf, sourceOf, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {parseCidr} from '../text/cidr.ts'
import {addressBits, formatIp} from '../text/ip-address.ts'
import {unitValue} from '../text/systemd-merge.ts'
import {isAtLeast} from '../text/version.ts'
import {boolOption, type DockerdSources, intOption, textOption, textsOption} from './dockerd-options.ts'
import {addressPools} from './dockerd-pools.ts'
import {settingSource} from './unit.ts'

const builtIn: Source = {kind: 'default', of: 'dockerd'}

/**
 * The options that the command line and the configuration file decide, with dockerd's defaults by release. `promisedIpMasq`
 * comes in a file of options that flannel has yet to write.
 */
export function optionFields(sources: DockerdSources, promisedIpMasq: Leaf<boolean> | undefined) {
  const flag = (key: string, unset: Leaf<boolean>) => boolOption(sources, key, unset)
  const text = (key: string, unset = '') => textOption(sources, key, at(unset, builtIn))
  const [yes, no] = [at(true, builtIn), at(false, builtIn)]
  return {
    iptables: flag('iptables', yes),
    ip6tables: flag('ip6tables', since(sources, '27.0')),
    ipMasq: flag('ip-masq', promisedIpMasq ?? yes),
    ipForward: flag('ip-forward', yes),
    ipForwardNoDrop: flag('ip-forward-no-drop', no),
    icc: flag('icc', yes),
    userlandProxy: flag('userland-proxy', yes),
    firewallBackend: text('firewall-backend', 'iptables'),
    bip: text('bip'),
    bipProblem: bipProblem(text('bip')),
    bridge: text('bridge'),
    fixedCidr: text('fixed-cidr'),
    mtuBytes: intOption(sources, 'mtu', at(1500, builtIn)),
    cgroupParent: text('cgroup-parent'),
    selinuxEnabled: flag('selinux-enabled', no),
    liveRestore: flag('live-restore', no),
    logDriver: text('log-driver', 'json-file'),
    logMaxSize: logMaxSize(sources),
    storageOptions: storageOptions(sources),
    ...poolFields(sources),
  }
}

/** What the unit and its environment decide beside the options. */
export function unitFields(sources: DockerdSources) {
  const {service, version} = sources.command
  const variable = (name: string) => service?.environment.get(name)
  const flags = service && unitValue(service.unit, 'Service', 'MountFlags')
  const ignored = variable('DOCKER_IGNORE_BR_NETFILTER_ERROR')
  const lowest = variable('DOCKER_MIN_API_VERSION')
  return {
    version:
      version instanceof Unknown
        ? version
        : at(/^[\d.]*\d/.exec(version.value.text)?.[0] ?? version.value.text, version.source),
    unit: service?.unit.name ?? '',
    mountFlags: flags && service ? at(flags.value, settingSource(service.unit, 'Service', 'MountFlags')) : '',
    ignoresBridgeFilter: ignored ? at(ignored.value === '1', ignored.source) : false,
    minApiVersion: lowest ? at(lowest.value, lowest.source) : textOption(sources, 'min-api-version', at('', builtIn)),
  }
}

/** A default that changed with a release. */
function since({command: {version}}: DockerdSources, release: string): Leaf<boolean> {
  if (version instanceof Unknown) return unknown(`the default depends on Docker's version: ${version.reason}`)
  return at(isAtLeast(version.value, release), builtIn)
}

/** dockerd takes the address for its bridge and needs others for containers. */
function bipProblem(bip: Leaf<string>): Leaf<string> {
  if (bip instanceof Unknown) return bip
  const text = bare(bip) ?? ''
  const parsed = parseCidr(text)
  const place = sourceOf(bip)
  if (text === '') return at('', place)
  if (!parsed.ok) return at('is no address with a prefix length', place)
  const {family, prefix, last, hasHostBits} = parsed.value
  if (prefix > addressBits[family] - 2) return at('leaves no address for containers', place)
  if (!hasHostBits) return at('is the address of the network itself', place)
  const isBroadcast = formatIp(family, last) === parsed.value.address
  return at(isBroadcast ? 'is the broadcast address' : '', place)
}

function logMaxSize(sources: DockerdSources): Leaf<string> {
  const options = textsOption(sources, 'log-opts')
  if (options instanceof Unknown) return options
  const found = options.findLast(({text}) => text.startsWith('max-size='))
  return found ? at(found.text.slice('max-size='.length), found.source) : at('', builtIn)
}

function storageOptions(sources: DockerdSources): Leaf<readonly string[]> {
  const options = textsOption(sources, 'storage-opts')
  if (options instanceof Unknown) return options
  const texts = options.map(({text}) => text)
  return options[0] ? at(texts, options[0].source) : texts
}

function poolFields(sources: DockerdSources): {addressPools: Leaf<readonly string[]>; hasOwnPools: Leaf<boolean>} {
  const found = addressPools(sources)
  if (found instanceof Unknown) return {addressPools: found, hasOwnPools: found}
  const source = found.pools[0]?.source ?? builtIn
  const blocks = found.pools.map(({block}) => block.canonical)
  return {addressPools: at(blocks, source), hasOwnPools: at(found.isOwn, source)}
}
