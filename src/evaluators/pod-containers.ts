import type {Probe, Reading} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {readSelinuxContext, type SelinuxContext} from '../text/selinux-context.ts'
import {processCgroup, processes, processLabel} from './processes.ts'

/** A running container of a pod, seen through one of its processes; `context` is undefined where that has just ended. */
export interface PodContainer {
  /** The pod's directory name below the kubelet's `pods`: its UID. */
  readonly pod: string
  readonly pid: number
  readonly context: SelinuxContext | Unknown | undefined
}

/** The running containers of each pod, or why they are not known. */
export type PodContainers =
  | {readonly state: 'read'; readonly perPod: ReadonlyMap<string, readonly PodContainer[]>}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * Finds the containers of pods by the control groups of their processes, whichever driver named these:
 * `/kubepods/burstable/pod<uid>/<id>` or `kubepods-burstable-pod<uid>.slice/cri-containerd-<id>.scope`.
 */
export async function podContainers(probe: Probe): Promise<PodContainers> {
  const all = await probe.once(processes)
  if (all.state === 'unknown') return all
  const users = all.processes.filter(({argv}) => argv.length > 0)
  const groups = await Promise.all(users.map(async ({pid}) => ({pid, group: await processCgroup(probe, pid)})))
  const firsts = new Map<string, {pod: string; pid: number}>()
  for (const {pid, group} of groups) {
    const pod = group.state === 'read' ? podOf(group.value) : undefined
    if (pod !== undefined && group.state === 'read' && !firsts.has(group.value)) firsts.set(group.value, {pod, pid})
  }
  const perPod = new Map<string, PodContainer[]>()
  for (const container of await Promise.all([...firsts.values()].map((first) => readContainer(probe, first)))) {
    const known = perPod.get(container.pod)
    if (known) known.push(container)
    else perPod.set(container.pod, [container])
  }
  return {state: 'read', perPod}
}

/** The UID of the pod a control group belongs to; static pods have a hash for one. */
function podOf(group: string): string | undefined {
  return podGroup.exec(group)?.[1]?.replaceAll('_', '-')
}

const podGroup = /(?:^|[/-])pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?:\.slice)?(?:\/|$)/

async function readContainer(probe: Probe, {pod, pid}: {pod: string; pid: number}): Promise<PodContainer> {
  const label = await processLabel(probe, pid)
  return {pod, pid, context: label.state === 'absent' ? undefined : contextOf(label)}
}

function contextOf(label: Exclude<Reading<string>, {state: 'absent'}>): SelinuxContext | Unknown {
  const {source} = label
  if (label.state === 'unreadable') return unknown(`the SELinux label of a container's process ${label.reason}`, source)
  return readSelinuxContext(label.value) ?? unknown(`a container's process runs under ${label.value}`, source)
}
