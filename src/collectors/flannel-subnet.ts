import {podNetworkAt} from '../evaluators/cni-pod-network.ts'
import {flannelSubnetFile} from '../evaluators/flannel-subnet-file.ts'
import {missingFromSubnetFile, subnetFileOverwriter} from '../evaluators/flannel-subnet-use.ts'
import {collector} from '../facts/collector.ts'
import {bool, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {cniOption, textOf} from '../text/cni-config.ts'
import {cni} from './cni.ts'

/** The file in which flanneld tells the flannel plugin the ranges of this node. */
export const flannelSubnet = collector({
  name: 'flannelSubnet',
  about: 'The subnet file that flanneld writes and the flannel plugin reads.',
  fields: {
    file: string('Its path.'),
    isReadByPlugin: bool('The CNI configuration in use runs the flannel plugin.'),
    exists: bool('It is there.'),
    missing: strings('What the plugin needs and does not find in it.'),
    hasOwnKeys: bool('It holds variables of flannel.'),
    hasDockerKeys: bool('It holds options for Docker.'),
    overwriter: string('The unit that tells mk-docker-opts.sh to write to it; empty when none does.'),
  },
  async collect(probe) {
    const option = await subnetFileOption(probe)
    if (option instanceof Unknown) return option
    const path = option?.path ?? '/run/flannel/subnet.env'
    const [reading, overwriter] = await Promise.all([
      probe.once(flannelSubnetFile, path),
      subnetFileOverwriter(probe, path),
    ])
    if (reading.state === 'unreadable') return unknown(`${path} ${reading.reason}`, reading.source)
    if (!option && reading.state === 'absent' && !overwriter) return absent('flannel is not used here')
    const keys = reading.state === 'read' ? [...reading.value.keys()] : []
    return {
      file: at(path, option?.source ?? {kind: 'file', path}),
      isReadByPlugin: option ? at(true, option.source) : false,
      exists: at(reading.state === 'read', {kind: 'file', path}),
      missing: at(reading.state === 'read' ? missingFromSubnetFile(reading.value) : [], {kind: 'file', path}),
      hasOwnKeys: at(
        keys.some((key) => key.startsWith('FLANNEL_')),
        {kind: 'file', path},
      ),
      hasDockerKeys: at(
        keys.some((key) => key.startsWith('DOCKER_')),
        {kind: 'file', path},
      ),
      overwriter: overwriter ?? '',
    }
  },
})

/** Where the configuration in use makes the plugin read; undefined where it does not run the flannel plugin. */
async function subnetFileOption(probe: Probe): Promise<{path: string; source: Source} | Unknown | undefined> {
  const facts = await probe.fact(cni)
  if (facts instanceof Unknown) return facts
  if (facts instanceof Absent || facts.winner instanceof Absent) return undefined
  if (facts.winner instanceof Unknown) return facts.winner
  const network = await podNetworkAt(probe, bare(facts.winner.name) ?? '')
  const plugin = network?.plugins.find(({type}) => type?.value === 'flannel')
  if (!network || !plugin?.type) return undefined
  const option = textOf(cniOption(plugin.options, 'subnetFile'))
  const line = option?.line ?? plugin.type.line
  return {path: option?.value ?? '/run/flannel/subnet.env', source: {kind: 'file', path: network.path, line}}
}
