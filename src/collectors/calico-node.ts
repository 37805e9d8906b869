import {podNetworkAt} from '../evaluators/cni-pod-network.ts'
import {nodeName} from '../evaluators/node-name.ts'
import {collector} from '../facts/collector.ts'
import {bool, string} from '../facts/fields.ts'
import {Absent, absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {cniOption, textOf} from '../text/cni-config.ts'
import {cni} from './cni.ts'

/** The node as Calico knows it: its plugin takes the node's name from a file that calico-node writes. */
export const calicoNode = collector({
  name: 'calicoNode',
  about: 'The name by which Calico knows this node, where Calico connects the pods.',
  fields: {
    nodenameFile: string('The file that calico-node writes and the plugin reads.'),
    isFileNeeded: bool('The configuration neither names the node itself nor does without the file.'),
    nodename: string('The name in that file; empty when it is not there.'),
    nodeName: string('The name the kubelet gives this node.'),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    if (facts.winner instanceof Unknown) return facts.winner
    const winner = facts.winner instanceof Absent ? undefined : facts.winner
    const network = winner && (await podNetworkAt(probe, bare(winner.name) ?? ''))
    const plugin = network?.plugins.find(({type}) => type?.value === 'calico')
    if (!plugin) return absent('Calico is not the network in use')
    const option = (key: string) => cniOption(plugin.options, key)
    const path = textOf(option('nodename_file'))?.value ?? '/var/lib/calico/nodename'
    const source: Origin = {kind: 'file', path}
    const text = await probe.readFile(path)
    return {
      nodenameFile: at(path, source),
      isFileNeeded:
        (textOf(option('nodename'))?.value ?? '') === '' && option('nodename_file_optional')?.value !== true,
      nodename:
        text.state === 'unreadable'
          ? unknown(`${path} ${text.reason}`, source)
          : text.state === 'read'
            ? at(text.value.trim(), {...source, line: 1})
            : at('', source),
      nodeName: await probe.once(nodeName),
    }
  },
})
