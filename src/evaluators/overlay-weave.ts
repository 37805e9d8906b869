import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {declaredFlag} from './component-declaration.ts'
import {controlPlane} from './control-plane.ts'
import {type OverlayNetwork, unknownNetwork} from './overlay-network.ts'

/** What Weave Net does on this host: from the options of its router, its launch script or its manifest. */
export async function overlayWeave(probe: Probe): Promise<OverlayNetwork> {
  const {declarations} = await probe.once(controlPlane)
  const isLaunchSeen = declarations.some(({component}) => component === 'weave')
  const [given] = declaredFlag(declarations, 'weave', 'ipalloc-range')
  const scripted = await scriptedRange(probe)
  const range = (given && at(given.value, given.source)) ?? scripted
  return {
    ...unknownNetwork,
    networks: [range ?? at('10.32.0.0/12', {kind: 'default', of: 'weave'})],
    basis: range ? 'set' : isLaunchSeen ? 'default' : 'assumed',
    masquerades: at(true, {kind: 'default', of: 'weave'}),
    backend: at('fastdp', {kind: 'default', of: 'weave'}),
  }
}

/** The range that a wrapper script gives `weave launch`. */
async function scriptedRange(probe: Probe): Promise<Located<string> | undefined> {
  const path = '/usr/local/bin/weavewrap'
  const text = await probe.readFile(path)
  for (const [index, line] of text.state === 'read' ? text.value.split('\n').entries() : []) {
    const range = /--ipalloc-range[= ]["']?([\d.]+\/\d+)/.exec(line)?.[1]
    if (range !== undefined) return at(range, {kind: 'file', path, line: index + 1})
  }
  return undefined
}
