import type {Probe} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {isImageCommand} from './image-command.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {isKubeletInstalled} from './kubelet-installed.ts'
import {kubeletProcess} from './kubelet-state.ts'
import {processCgroup} from './processes.ts'
import {bundledDirectories, bundledGap} from './programs.ts'
import {rancherGap} from './rancher-config.ts'
import {serviceCommand} from './service-command.ts'
import {defaultServicePath, type SearchPath} from './service-path.ts'
import {type Consumer, kubernetesVersion, noConsumer, versionMembers} from './tool-consumer.ts'

/**
 * How this host runs a kubelet: as a program of its own, from an image that brings its tools, inside a distribution that
 * brings them too, or not at all.
 */
export interface KubeletRun {
  readonly how: 'host' | 'image' | 'embedded' | 'none' | 'unknown'
  readonly layout: KubeletLayout
  /** The end of a sentence that says why there are no host tools to look for, or that nothing is known. */
  readonly reason: string
  readonly source?: Source
}

/** Tells how the kubelet is run: `probe.once(kubeletRun)`. */
export async function kubeletRun(probe: Probe): Promise<KubeletRun> {
  const [{layout}, service] = await Promise.all([
    probe.once(kubeletCommand),
    probe.once(serviceCommand, 'kubelet.service'),
  ])
  if (layout !== '' && layout !== 'kubelet') return {how: 'embedded', layout, reason: `${layout} brings its own tools`}
  const gap = await probe.once(rancherGap)
  if (gap) return {how: 'unknown', layout, reason: gap.reason}
  const inImage = {how: 'image', layout, reason: 'the kubelet runs in an image that brings its own tools'} as const
  if (service.state === 'found') {
    const source: Source = service.execStarts.at(-1) ?? {kind: 'file', path: service.unit.path}
    if (await isImageCommand(probe, service.words)) return {...inImage, source}
    return {how: 'host', layout, reason: '', source}
  }
  const running = await kubeletProcess(probe)
  if (running) {
    const source: Source = {kind: 'file', path: `/proc/${running.pid}/cmdline`}
    return (await isInContainer(probe, running.pid)) ? {...inImage, source} : {how: 'host', layout, reason: '', source}
  }
  const isInstalled = await isKubeletInstalled(probe)
  if (isInstalled instanceof Unknown) return {how: 'unknown', layout, reason: isInstalled.reason}
  if (bare(isInstalled) !== true) return {how: 'none', layout, reason: 'no kubelet is on this host yet'}
  return {how: 'host', layout, reason: ''}
}

/** The kubelet itself, which mounts volumes with the host's tools. */
export async function kubeletConsumer(probe: Probe): Promise<Consumer> {
  const [run, version, path] = await Promise.all([
    probe.once(kubeletRun),
    probe.once(kubernetesVersion),
    probe.once(kubeletPath),
  ])
  const {unit} = await probe.once(kubeletCommand)
  const known = {label: 'the kubelet', service: unit, path, ...versionMembers(version, run.source)}
  const isUnpacked = (await bundledDirectories(probe, run.layout)).length > 0
  const gap = run.how === 'embedded' ? await bundledGap(probe, run.layout) : undefined
  if (gap) return {state: 'possible', ...known, reason: gap.reason}
  if (run.how === 'image' || (run.how === 'embedded' && !isUnpacked)) return noConsumer(run.reason)
  if (run.how === 'host' || run.how === 'embedded') return {state: 'present', ...known}
  return {state: 'possible', ...known, reason: run.reason}
}

/** The PATH of the kubelet; distributions that embed it put their own programs before that of their unit. */
export async function kubeletPath(probe: Probe): Promise<SearchPath> {
  const {layout, unit} = await probe.once(kubeletCommand)
  const service = unit === '' ? undefined : await probe.once(serviceCommand, unit)
  const path = service?.state === 'found' ? service.path : await defaultServicePath(probe)
  return {...path, directories: [...(await bundledDirectories(probe, layout)), ...path.directories]}
}

/** Whether a process belongs to a container, by its control group; undefined where that cannot be seen. */
export async function isInContainer(probe: Probe, pid: number): Promise<boolean | undefined> {
  const group = await processCgroup(probe, pid)
  return group.state === 'read' ? containerGroup.test(group.value) : undefined
}

const containerGroup = /\/(?:kubepods|podruntime|docker|libpod|crio|cri-containerd|system\.slice:)|[-/][0-9a-f]{64}/
