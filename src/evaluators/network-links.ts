import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type IpLink, parseIpLinks} from '../text/ip-json.ts'
import {procLinks} from './network-links-proc.ts'

/** The network interfaces of the machine with their addresses, or why they could not be listed. */
export type NetworkLinks =
  | {readonly state: 'read'; readonly links: readonly IpLink[]; readonly source: Origin}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Lists the interfaces of the running machine by `ip -j addr`, else from /proc: `probe.once(networkLinks)`. */
export async function networkLinks(probe: Probe): Promise<NetworkLinks> {
  const answer = await ipLinks(probe)
  if (answer.state === 'read' || probe.mode === 'root') return answer
  const links = await procLinks(probe)
  return links ? {state: 'read', links, source: {kind: 'file', path: '/proc/net/fib_trie'}} : answer
}

async function ipLinks(probe: Probe): Promise<NetworkLinks> {
  const argv = ['ip', '-j', 'addr']
  const source: Origin = {kind: 'command', argv}
  if (probe.mode === 'root') return {state: 'unknown', reason: 'a mounted root file system has no interfaces', source}
  const answer = await probe.run(argv)
  if (answer.state === 'absent') return {state: 'unknown', reason: 'there is no ip program to list interfaces', source}
  if (answer.state === 'unreadable') return {state: 'unknown', reason: `ip ${answer.reason}`, source}
  const parsed = parseIpLinks(answer.value.stdout)
  if (answer.value.exitCode === 0 && parsed.ok) return {state: 'read', links: parsed.value, source}
  const why = parsed.ok ? answer.value.stderr.trim().slice(0, 200) : parsed.problem.message
  return {state: 'unknown', reason: `ip -j addr could not list interfaces: ${why}`, source}
}

/** The interface of a name, undefined where there is none or none could be listed. */
export function linkNamed(all: NetworkLinks, name: string): IpLink | undefined {
  return all.state === 'read' ? all.links.find((link) => link.name === name) : undefined
}
