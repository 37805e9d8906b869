import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown, unknown} from '../facts/value.ts'
import {type DocumentNode, nodeAt} from '../text/document.ts'
import {netConfMember} from '../text/flannel-net-conf.ts'
import {parseJson} from '../text/json.ts'
import type {Problem} from '../text/parsed.ts'
import {unitValues} from '../text/systemd-merge.ts'
import {addonManifests, addonsOfKind} from './addon-manifests.ts'
import {podConfigMapFiles, podConfigMapGap} from './pod-config-maps.ts'
import {unit} from './unit.ts'

/**
 * flannel's network configuration as found on this host. `lineOffset` is the line of the file before the configuration
 * begins; `problem` says why it is no JSON.
 */
export interface FlannelNetConf {
  readonly path: string
  readonly lineOffset: number
  readonly document: DocumentNode | undefined
  readonly problem?: Problem
}

/**
 * Reads the file flanneld takes its network from: the given one on the host or that of k3s, else what flannel's pod has
 * mounted, else the manifest an installer left or what a unit writes into etcd; undefined where none is on this host.
 */
export async function flannelNetConf(probe: Probe, path: string): Promise<FlannelNetConf | undefined> {
  const mounted = await probe.once(podConfigMapFiles, 'flannel-cfg', 'net-conf.json')
  for (const candidate of [path, k3sNetConf, ...mounted]) {
    const text = await probe.readFile(candidate)
    if (text.state === 'read') return readNetConf(candidate, text.value, 0)
  }
  for (const {path: manifest, document} of addonsOfKind(await probe.once(addonManifests), 'ConfigMap')) {
    const data = nodeAt(document, 'data', 'net-conf.json')
    if (typeof data?.value === 'string') return readNetConf(manifest, data.value, data.line)
  }
  return writtenByUnit(probe)
}

/** Why nobody can tell that configuration: a place it may be taken from before any that is there cannot be read. */
export async function flannelNetConfGap(probe: Probe, path: string): Promise<Unknown | undefined> {
  for (const candidate of [path, k3sNetConf]) {
    const text = await probe.readFile(candidate)
    if (text.state === 'unreadable') return unknown(`${candidate} ${text.reason}`, text.source)
    if (text.state === 'read') return undefined
  }
  return podConfigMapGap(probe, 'flannel-cfg', 'net-conf.json')
}

const k3sNetConf = '/var/lib/rancher/k3s/agent/etc/flannel/net-conf.json'

/** What a unit of flannel writes into etcd before it starts: `ExecStartPre=etcdctl set …/network/config '{"Network": …}'`. */
async function writtenByUnit(probe: Probe): Promise<FlannelNetConf | undefined> {
  for (const name of ['flanneld.service', 'flannel.service']) {
    const found = await probe.once(unit, name)
    for (const {value, path, line} of found.state === 'found' ? unitValues(found, 'Service', 'ExecStartPre') : []) {
      const [, json] = /\/config["']?\s+["']?(\{.*\})/.exec(value) ?? []
      if (json !== undefined) return readNetConf(path, json.replaceAll('\\"', '"'), line - 1)
    }
  }
  return undefined
}

/** A text of the configuration with its line. */
export function netConfText(netConf: FlannelNetConf, ...keys: readonly string[]): Located<string> | undefined {
  const node = keys.reduce(netConfMember, netConf.document)
  return typeof node?.value === 'string' ? at(node.value, netConfSource(netConf, node)) : undefined
}

/** Where a part of the configuration stands. */
export function netConfSource({path, lineOffset}: FlannelNetConf, node: {readonly line: number}) {
  return {kind: 'file', path, line: node.line + lineOffset} as const
}

function readNetConf(path: string, text: string, lineOffset: number): FlannelNetConf {
  const parsed = parseJson(text)
  if (parsed.ok) return {path, lineOffset, document: parsed.value}
  return {path, lineOffset, document: undefined, problem: parsed.problem}
}
