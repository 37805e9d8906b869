import {hostRoutes} from '../evaluators/host-routes.ts'
import {isKubeletInstalled} from '../evaluators/kubelet-installed.ts'
import {linkNamed, networkLinks} from '../evaluators/network-links.ts'
import {nodeName} from '../evaluators/node-name.ts'
import {collector} from '../facts/collector.ts'
import {int, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'

/** What tells this host from others, and the interface it reaches them by. */
export const identity = collector({
  name: 'identity',
  about: 'What tells this host from others, and the interface it reaches them by.',
  fields: {
    nodeName: string('The name it has or would get as a node.'),
    machineId: string('The id in /etc/machine-id; empty before the first boot.'),
    productUuid: string('The product UUID in small letters; empty where the firmware gives none of its own.'),
    initiatorName: string('The iSCSI name of this host; empty where none is set.'),
    nvmeName: string('Its name for NVMe over a network (hostnqn); empty where none is kept.'),
    interface: string('The interface of the default route; empty when there is none.'),
    macAddress: string('Its hardware address; empty for one that hosts share, as those of VRRP.'),
    mtu: int('Its MTU; 0 when there is none.'),
  },
  async collect(probe) {
    const [name, machineId, productUuid, initiatorName, nvmeName, way] = await Promise.all([
      nameOf(probe),
      lineOf(probe, '/etc/machine-id', /^([0-9a-f]{32})$/m),
      lineOf(probe, '/sys/class/dmi/id/product_uuid', ownUuid),
      lineOf(probe, '/etc/iscsi/initiatorname.iscsi', /^[ \t]*InitiatorName[ \t]*=[ \t]*(\S+)/m),
      lineOf(probe, '/etc/nvme/hostnqn', /^(nqn\.\S+)/),
      wayOut(probe),
    ])
    return {nodeName: name, machineId, productUuid, initiatorName, nvmeName, ...way}
  },
})

/** Where there is no kubelet yet, the host's own name. */
async function nameOf(probe: Probe): Promise<Leaf<string>> {
  const name = await probe.once(nodeName)
  const isBare = name instanceof Unknown && bare(await isKubeletInstalled(probe)) === false
  return isBare ? probe.hostName.toLowerCase() : name
}

/** Boards leave the factory with all digits alike, or with the example of a well-known firmware. */
const ownUuid =
  /^(?!([0f])\1{7}-)(?!03000200-0400-0500-0006-000700080009)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/im

/** What a pattern finds in a small file, in small letters; empty where the file or the text is not there. */
async function lineOf(probe: Probe, path: string, pattern: RegExp): Promise<Leaf<string>> {
  const text = await probe.readFile(path)
  if (text.state === 'unreadable') return unknown(`${path} ${text.reason}`, text.source)
  if (text.state === 'absent') return ''
  return at((pattern.exec(text.value)?.at(-1) ?? '').toLowerCase(), text.source)
}

/** The interface of the default route, IPv4 before IPv6. */
async function wayOut(probe: Probe) {
  const [routes, links] = await Promise.all([probe.once(hostRoutes), probe.once(networkLinks)])
  const lost = [routes, links].find((each) => each.state === 'unknown')
  if (lost?.state === 'unknown') {
    const gap = unknown(lost.reason, lost.source)
    return {interface: gap, macAddress: gap, mtu: gap}
  }
  const defaults = (routes.state === 'read' ? routes.routes : []).filter(
    ({destination, type, table, device}) =>
      destination.prefix === 0 && type === 'unicast' && table === 'main' && device !== '' && device !== 'lo',
  )
  const chosen = defaults.find(({destination}) => destination.family === 4) ?? defaults[0]
  const link = linkNamed(links, chosen?.device ?? '')
  if (!chosen || !link) return {interface: chosen ? at(chosen.device, chosen.source) : '', macAddress: '', mtu: 0}
  return {
    interface: at(chosen.device, chosen.source),
    macAddress: at(sharedMac.test(link.address) ? '' : link.address.toLowerCase(), links.source),
    mtu: at(link.mtu ?? 0, links.source),
  }
}

/** None at all, and the addresses of virtual routers (RFC 9568), which move between hosts. */
const sharedMac = /^(00:){5}00$|^00:00:5e:00:0[12]:/i
