import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {parseIp} from '../text/ip-address.ts'
import {configuredAddresses} from './configured-addresses.ts'
import {manifestDirectories, staticPods} from './manifest-components.ts'

/** A virtual address that moves between nodes, and where a file gives it to an interface of this node for good. */
export interface VirtualAddress {
  readonly by: 'kube-vip' | 'keepalived'
  readonly address: string
  readonly source: Origin
  readonly fixed: {readonly interface: string; readonly source: Origin} | undefined
}

/** The virtual addresses of kube-vip's static pod and of keepalived, compared with the fixed addresses of this node. */
export async function virtualAddresses(probe: Probe): Promise<readonly VirtualAddress[]> {
  const [pods, keepalived, {addresses}] = await Promise.all([
    kubeVip(probe),
    keepalivedAddresses(probe),
    probe.once(configuredAddresses),
  ])
  return [...pods, ...keepalived].map((virtual) => {
    const fixed = addresses.find(({block}) => block.address === virtual.address)
    return {...virtual, fixed: fixed && {interface: fixed.interface, source: fixed.source}}
  })
}

type Found = Omit<VirtualAddress, 'fixed'>

/** kube-vip takes `address`, or `vip_address` in older releases, as an environment variable, and `--address` as a flag. */
async function kubeVip(probe: Probe): Promise<readonly Found[]> {
  const pods = await Promise.all((await manifestDirectories(probe)).map((directory) => staticPods(probe, directory)))
  return pods.flat().flatMap(({path, document}) =>
    (itemsOf(nodeAt(document, 'spec', 'containers')) ?? []).flatMap((container) => {
      if (!/kube-vip/.test(String(nodeAt(container, 'image')?.value))) return []
      const variables = (itemsOf(nodeAt(container, 'env')) ?? []).filter((entry) =>
        /^(vip_)?address$/.test(String(nodeAt(entry, 'name')?.value)),
      )
      const given = variables.flatMap((entry) => nodeAt(entry, 'value') ?? [])
      return given.flatMap(({value, line}): readonly Found[] => {
        const parsed = parseIp(String(value))
        return parsed.ok ? [{by: 'kube-vip', address: parsed.value.address, source: {kind: 'file', path, line}}] : []
      })
    }),
  )
}

/** Reads the blocks `virtual_ipaddress { 10.0.0.100/24 dev eth0 }` of keepalived.conf(5). */
async function keepalivedAddresses(probe: Probe): Promise<readonly Found[]> {
  const path = '/etc/keepalived/keepalived.conf'
  const text = await probe.readFile(path)
  if (text.state !== 'read') return []
  let isInBlock = false
  return text.value.split('\n').flatMap((content, index): readonly Found[] => {
    const line = content.replace(/[#!].*$/, '')
    const opening = /^\s*virtual_ipaddress(?:_excluded)?\s*\{?(.*)$/.exec(line)
    if (opening) isInBlock = true
    const words = (opening ? (opening[1] ?? '') : line).split(/[\s{}]+/)
    const parsed = parseIp((words.find((word) => word !== '') ?? '').replace(/\/\d+$/, ''))
    const found = isInBlock && parsed.ok ? [parsed.value.address] : []
    if (line.includes('}')) isInBlock = false
    return found.map((address) => ({by: 'keepalived', address, source: {kind: 'file', path, line: index + 1}}))
  })
}
