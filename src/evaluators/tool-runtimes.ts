import type {Probe} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import {isAtLeast, parseVersion} from '../text/version.ts'
import {installedVersion} from './component-version.ts'
import {isProgramInstalled} from './program-presence.ts'
import {type RuntimeChoice, runtimeChoice} from './runtime-choice.ts'
import {serviceCommand} from './service-command.ts'
import {
  type Consumer,
  kubernetesVersion,
  noConsumer,
  pathOfService,
  versionMembers,
  versionName,
} from './tool-consumer.ts'
import {kubeletPath, kubeletRun} from './tool-kubelet.ts'

/** containerd, CRI-O or cri-dockerd where the kubelet uses it: `probe.once(runtimeConsumer, 'crio')`. */
export async function runtimeConsumer(probe: Probe, program: string): Promise<Consumer> {
  const {unit, label, name, shim} = runtimes[program] ?? {
    unit: `${program}.service`,
    label: program,
    name: '',
    shim: '',
  }
  const [run, choice, service, version] = await Promise.all([
    probe.once(kubeletRun),
    probe.once(runtimeChoice),
    probe.once(serviceCommand, unit),
    probe.once(installedVersion, program),
  ])
  if (run.how === 'embedded') return noConsumer(run.reason)
  const known = {
    label,
    service: service.state === 'found' ? unit : '',
    path: await pathOfService(probe, service),
    ...versionMembers(version, program === 'cri-dockerd' ? choice.source : undefined),
    ...(version instanceof Unknown ? await oldestPossible(probe, program) : {}),
  }
  const isUsed = choice.name === name && (await shimOf(probe, choice)) === shim
  const isComing = program === 'cri-dockerd' && !choice.isEndpointSet && bare(await isProgramInstalled(probe, program))
  if (isUsed || isComing) return {state: 'present', ...known}
  if (choice.name === '')
    return {
      state: 'possible',
      ...known,
      reason: run.how === 'none' ? run.reason : 'nothing tells the container runtime',
    }
  return noConsumer(`the kubelet uses ${usedRuntime(choice)}`)
}

/** The Docker client inside kubelets before 1.24, which runs tools of its own. */
export async function dockershimConsumer(probe: Probe): Promise<Consumer> {
  const [run, choice, own, path] = await Promise.all([
    probe.once(kubeletRun),
    probe.once(runtimeChoice),
    probe.once(kubernetesVersion),
    probe.once(kubeletPath),
  ])
  if (run.how === 'embedded' || run.how === 'image') return noConsumer(run.reason)
  const version = own instanceof Unknown ? undefined : own.value
  if (version && isAtLeast(version, '1.24')) return noConsumer(`kubelet ${versionName(version)} has no dockershim`)
  if (choice.name !== '' && choice.name !== 'docker') return noConsumer(`the kubelet uses ${usedRuntime(choice)}`)
  if (choice.shim === 'cri-dockerd') return noConsumer('the kubelet uses cri-dockerd')
  const known = {
    label: 'dockershim',
    service: 'kubelet.service',
    path,
    ...(version ? {versionText: `of kubelet ${versionName(version)}`} : {}),
    ...versionMembers(own, choice.source),
  }
  if (run.how === 'none' && !version) return {state: 'possible', ...known, reason: run.reason}
  if (choice.shim === 'dockershim' && version) return {state: 'present', ...known}
  const reason = version ? 'nothing tells the container runtime' : 'nothing tells the version of the kubelet'
  return {state: 'possible', ...known, reason}
}

interface Runtime {
  readonly unit: string
  readonly label: string
  readonly name: string
  readonly shim: string
}

const runtimes: Readonly<Record<string, Runtime>> = {
  containerd: {unit: 'containerd.service', label: 'containerd', name: 'containerd', shim: ''},
  crio: {unit: 'crio.service', label: 'CRI-O', name: 'cri-o', shim: ''},
  'cri-dockerd': {unit: 'cri-docker.service', label: 'cri-dockerd', name: 'docker', shim: 'cri-dockerd'},
}

/** A kubelet since 1.26 speaks CRI v1 only, which containerd has since 1.6 and CRI-O since 1.20. */
async function oldestPossible(probe: Probe, program: string) {
  const kubelet = await probe.once(kubernetesVersion)
  const oldest = {containerd: '1.6', crio: '1.20'}[program]
  if (kubelet instanceof Unknown || !isAtLeast(kubelet.value, '1.26') || oldest === undefined) return {}
  const version = parseVersion(oldest)
  return version ? {version, versionText: `${oldest} or newer`} : {}
}

/** Docker is reached by cri-dockerd since kubelets have no dockershim, whatever it is that tells of Docker. */
async function shimOf(probe: Probe, {name, shim}: RuntimeChoice): Promise<string> {
  const version = await probe.once(kubernetesVersion)
  const isShimless = !(version instanceof Unknown) && isAtLeast(version.value, '1.24')
  return name === 'docker' && isShimless ? 'cri-dockerd' : shim
}

function usedRuntime({name, shim}: {readonly name: string; readonly shim: string}): string {
  return shim === '' ? name : shim
}
