import {flagValue} from '../evaluators/component-flags.ts'
import {type CriDockerd, criDockerd as findCriDockerd} from '../evaluators/cri-dockerd.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {isAtLeast} from '../text/version.ts'

/** The adapter through which a kubelet of 1.24 or later uses Docker. */
export const criDockerd = collector({
  name: 'criDockerd',
  about: 'cri-dockerd, through which a kubelet of 1.24 or later uses Docker, and its network options.',
  fields: {
    unit: string('The service that starts it; empty when only a process is seen.'),
    version: string('Its version as in 0.3.4.'),
    networkPlugin: string('The network plugin it uses, as in cni or kubenet; empty for none.'),
    pauseImage: string('The image it is told to use for pod sandboxes; empty for its default.'),
    cniPaths: list('Where it looks for CNI plugins and for their configuration.', {
      name: string('The flag, as in --cni-bin-dir.'),
      directories: string('The directories, separated by commas.'),
      isEmpty: bool('None of them holds such files.'),
      filledElsewhere: string('A usual directory beside them that holds such files; empty when there is none.'),
    }),
  },
  async collect(probe) {
    const found = await probe.once(findCriDockerd)
    if (found.state === 'absent') return absent(found.reason)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const {unit, flags, version} = found
    return {
      unit: at(unit, found.source),
      version: version instanceof Unknown ? version : at(version.value.numbers.join('.'), version.source),
      networkPlugin: networkPlugin(found),
      pauseImage: flagValue(flags, 'pod-infra-container-image') ?? at('', builtIn),
      cniPaths: await Promise.all(cniFlags.map((flag) => cniPath(probe, found, flag))),
    }
  },
})

const builtIn: Source = {kind: 'default', of: 'cri-dockerd'}

/** No plugin before 0.2.4, which had kubenet; cni since 0.2.5 (cmd/cri/options of github.com/Mirantis/cri-dockerd). */
function networkPlugin({flags, version, source}: CriDockerd): Leaf<string> {
  const set = flagValue(flags, 'network-plugin')
  if (set) return set
  if (version instanceof Unknown) {
    return unknown(`the default network plugin depends on cri-dockerd's version: ${version.reason}`, source)
  }
  if (isAtLeast(version.value, '0.2.5')) return at('cni', builtIn)
  return at(isAtLeast(version.value, '0.2.4') ? 'kubenet' : '', source)
}

interface CniFlag {
  readonly name: string
  readonly unset: string
  readonly usual: readonly string[]
  readonly file: RegExp
}

const cniFlags: readonly CniFlag[] = [
  {
    name: 'cni-bin-dir',
    unset: '/opt/cni/bin',
    usual: ['/opt/cni/bin', '/usr/libexec/cni', '/usr/lib/cni'],
    file: /^[^.]/,
  },
  {
    name: 'cni-conf-dir',
    unset: '/etc/cni/net.d',
    usual: ['/etc/cni/net.d', '/etc/kubernetes/cni/net.d'],
    file: /\.(?:conf|conflist|json)$/,
  },
]

async function cniPath(probe: Probe, {flags}: CriDockerd, {name, unset, usual, file}: CniFlag) {
  const directories = flagValue(flags, name) ?? at(unset, builtIn)
  const own = directories.value.split(',')
  const filled: string[] = []
  let gap: Unknown | undefined
  for (const directory of new Set([...own, ...usual])) {
    const listed = await probe.list(directory)
    if (listed.state === 'unreadable') gap = unknown(`${directory} ${listed.reason}`, listed.source)
    if (listed.state === 'read' && listed.value.some((each) => file.test(each))) filled.push(directory)
  }
  return {
    name: `--${name}`,
    directories,
    isEmpty: gap ?? !own.some((directory) => filled.includes(directory)),
    filledElsewhere: gap ?? filled.find((directory) => !own.includes(directory)) ?? '',
  }
}
