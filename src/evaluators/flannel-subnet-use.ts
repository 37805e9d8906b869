import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'
import {unitValues} from '../text/systemd-merge.ts'
import type {FlannelSubnetFile} from './flannel-subnet-file.ts'
import {placeOrigin, unit} from './unit.ts'

/** What the flannel plugin needs and does not find in the subnet file (flannel-io/cni-plugin, flannel.go). */
export function missingFromSubnetFile(variables: FlannelSubnetFile): readonly string[] {
  const isList = (name: string) =>
    variables
      .get(name)
      ?.value.split(',')
      .every((block) => parseCidr(block).ok) ?? false
  const isNumber = /^\d{1,9}$/.test(variables.get('FLANNEL_MTU')?.value ?? '')
  return [
    ...(isList('FLANNEL_NETWORK') || isList('FLANNEL_IPV6_NETWORK') ? [] : ['FLANNEL_NETWORK']),
    ...(isList('FLANNEL_SUBNET') || isList('FLANNEL_IPV6_SUBNET') ? [] : ['FLANNEL_SUBNET']),
    ...(isNumber ? [] : ['FLANNEL_MTU']),
    ...(variables.has('FLANNEL_IPMASQ') ? [] : ['FLANNEL_IPMASQ']),
  ]
}

/** The unit whose mk-docker-opts.sh writes Docker's options into the subnet file itself; undefined when none does. */
export async function subnetFileOverwriter(probe: Probe, path: string): Promise<Located<string> | undefined> {
  for (const name of ['flanneld.service', 'flannel.service', 'docker.service']) {
    const found = await probe.once(unit, name)
    if (found.state !== 'found') continue
    const commands = ['ExecStartPre', 'ExecStart', 'ExecStartPost'].flatMap((key) => unitValues(found, 'Service', key))
    for (const command of commands) {
      const target = /mk-docker-opts\.sh\b.*?\s-d[\s=]+(\S+)/.exec(command.value)?.[1]
      if (target !== undefined && canonical(target) === canonical(path)) return at(name, placeOrigin(command))
    }
  }
  return undefined
}

function canonical(path: string): string {
  return path.replace(/^["']|["']$/g, '').replace(/^\/var\/run\//, '/run/')
}
