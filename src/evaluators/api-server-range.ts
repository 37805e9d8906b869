import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'

/** The service range of the kube-apiserver that runs here, empty where it is given none; undefined where none runs here. */
export async function apiServerRange(probe: Probe): Promise<Located<string> | undefined> {
  const {declarations} = await probe.once(controlPlane)
  const running = declarations.find(({component, isInForce}) => component === 'kube-apiserver' && isInForce)
  const [first] = [...(running?.flags.flags.values() ?? [])]
  if (!running || !first) return undefined
  const {source} = first.winner
  const place = source.kind === 'file' ? ({kind: 'file', path: source.path} as const) : source
  return flagValue(running.flags, 'service-cluster-ip-range') ?? at('', place)
}
