import type {Probe, Reading} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {readShellAssignments} from '../text/shell-assignments.ts'

/** The variables of flannel's subnet file, each with its line. */
export type FlannelSubnetFile = ReadonlyMap<string, Located<string>>

/** Reads what flanneld wrote when it last got its lease: FLANNEL_NETWORK, FLANNEL_SUBNET, FLANNEL_MTU, FLANNEL_IPMASQ and the IPv6 pair. */
export async function flannelSubnetFile(probe: Probe, path: string): Promise<Reading<FlannelSubnetFile>> {
  const text = await probe.readFile(path)
  if (text.state !== 'read') return text
  const variables = readShellAssignments(text.value).map(({name, value, line}): [string, Located<string>] => [
    name,
    at(value, {kind: 'file', path, line}),
  ])
  return {...text, value: new Map(variables)}
}
