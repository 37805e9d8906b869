import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {type DocumentNode, nodeAt} from '../text/document.ts'
import {parseJson} from '../text/json.ts'
import type {Problem} from '../text/parsed.ts'

/** flannel's network configuration as found on this host; `problem` says why it is no JSON. */
export interface FlannelNetConf {
  readonly path: string
  readonly document: DocumentNode | undefined
  readonly problem?: Problem
}

/** Reads the file flanneld takes its network from when Kubernetes keeps the leases; undefined where none is on this host. */
export async function flannelNetConf(probe: Probe, path: string): Promise<FlannelNetConf | undefined> {
  const candidates = [path, '/var/lib/rancher/k3s/agent/etc/flannel/net-conf.json']
  for (const candidate of candidates) {
    const text = await probe.readFile(candidate)
    if (text.state !== 'read') continue
    const parsed = parseJson(text.value)
    return parsed.ok
      ? {path: candidate, document: parsed.value}
      : {path: candidate, document: undefined, problem: parsed.problem}
  }
  return undefined
}

/** A text of the configuration with its line. */
export function netConfText({document, path}: FlannelNetConf, ...keys: readonly string[]): Located<string> | undefined {
  const node = nodeAt(document, ...keys)
  return typeof node?.value === 'string' ? at(node.value, {kind: 'file', path, line: node.line}) : undefined
}
