import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {kubeletConfig} from './kubelet-config.ts'
import {intLeaf} from './kubelet-leaf.ts'

/** The most pods the kubelet runs: maxPods, or podsPerCore times the processors where that is less. */
export async function podLimit(probe: Probe): Promise<Leaf<number>> {
  const config = await probe.once(kubeletConfig)
  const [most, perCore] = [intLeaf(config, 'maxPods', 110), intLeaf(config, 'podsPerCore', 0)]
  if (most instanceof Unknown || perCore instanceof Unknown) return most
  const [limit, each] = [most, perCore].map((leaf) => (typeof leaf === 'number' ? {value: leaf} : leaf))
  if (!limit || !each || each.value === 0) return most
  const processors = await processorCount(probe)
  if (processors === undefined) return unknown('podsPerCore is set, and the number of processors is not known here')
  return each.value * processors < limit.value
    ? at(each.value * processors, 'source' in each ? each.source : undefined)
    : most
}

/** The processors that are on, as in `0-3,6`; a mounted root has none of its own. */
async function processorCount(probe: Probe): Promise<number | undefined> {
  const text = probe.mode === 'root' ? undefined : await probe.readFile('/sys/devices/system/cpu/online')
  if (text?.state !== 'read') return undefined
  const spans = text.value
    .trim()
    .split(',')
    .map((span) => span.split('-').map(Number))
  return spans.reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0)
}
