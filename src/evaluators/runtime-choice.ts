import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Located, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import type {Version} from '../text/version.ts'
import {installedVersion} from './component-version.ts'
import {isDaemonInstalled} from './daemon-presence.ts'
import {dockerdCommand} from './dockerd-command.ts'
import {plannedEndpoint} from './kubeadm-plan.ts'
import {isProgramInstalled} from './program-presence.ts'
import {canonicalEndpoint, containerdEndpoint, runtimeEndpoint} from './runtime-endpoint.ts'
import {serviceCommand} from './service-command.ts'
import {hasProcesses, mayStart} from './starters.ts'
import {toldStatements} from './told-statements.ts'

/** The container runtime the kubelet uses. `name` is empty where none can be told, `shim` says how Docker is reached. */
export interface RuntimeChoice {
  readonly name: 'containerd' | 'cri-o' | 'docker' | ''
  readonly shim: 'dockershim' | 'cri-dockerd' | ''
  /** The CRI socket; empty for dockershim and where no runtime can be told. */
  readonly endpoint: Leaf<string>
  /** The kubelet is given the endpoint; else it is its default or a guess from what is there. */
  readonly isEndpointSet: boolean
  readonly source?: Source
  /** Why what would tell the runtime could not be looked at. */
  readonly gap?: Unknown
}

/**
 * Tells the container runtime: what the user says, else the endpoint the kubelet is given or kubeadm will give it, else
 * dockershim for a kubelet before 1.24 beside Docker, else the only socket, the only runtime installed, the kubelet's default.
 */
export async function runtimeChoice(probe: Probe): Promise<RuntimeChoice> {
  const endpoint = await probe.once(runtimeEndpoint)
  const set =
    endpoint instanceof Located && endpoint.value !== '' && !isKubeletDefault(endpoint.source) ? endpoint : undefined
  const [statement] = await toldStatements(probe, 'containerRuntime')
  const told = candidates.find(({words}) => statement && words.includes(statement.value.toLowerCase()))
  if (told && statement) {
    return choice(told, set ?? at(told.endpoint, {kind: 'default', of: told.name}), set !== undefined, statement.source)
  }
  if (set) return choice(candidateAt(set.value), set, true, set.source)
  const planned = await plannedEndpoint(probe)
  if (planned) return choice(candidateAt(planned.value), planned, false, planned.source)
  const [version, docker, kubelet] = await Promise.all([
    probe.once(installedVersion, 'kubelet'),
    installedDocker(probe),
    (await hasProcesses(probe)) ? probe.once(mayStart, 'kubelet') : true,
  ])
  if (kubelet instanceof Unknown) return untold(kubelet)
  const isOld = !(version instanceof Unknown) && version.value.minor < 24
  if (docker instanceof Unknown && (isOld || version instanceof Unknown)) return untold(docker)
  if (docker && !(docker instanceof Unknown) && isOld) return choice(candidates.at(-1), '', false, docker)
  if (bare(kubelet) !== false) return fromHost(probe, endpoint, docker, version)
  return fromHost(probe, unknown('nothing starts a kubelet'), docker, version)
}

/** Why a choice names no runtime. */
export function untoldRuntime({endpoint}: Pick<RuntimeChoice, 'endpoint'>): Unknown {
  const message = 'the container runtime could not be told'
  return endpoint instanceof Unknown ? unknown(`${message}: ${endpoint.reason}`, endpoint.source) : unknown(message)
}

/** A socket of a known runtime that exists on this host. */
export interface RuntimeSocket {
  readonly path: string
  readonly runtime: string
}

/** The known CRI sockets that exist, /var/run read as the alias of /run it is. */
export async function runtimeSockets(probe: Probe): Promise<readonly RuntimeSocket[]> {
  const sockets = candidates.flatMap(({endpoint, program}) =>
    endpoint === '' ? [] : [{path: endpoint.slice('unix://'.length), runtime: program}],
  )
  const statuses = await probe.status(
    sockets.map(({path}) => path),
    {follow: true},
  )
  return sockets.filter(({path}) => statuses.get(path)?.state === 'read')
}

interface Candidate {
  readonly name: RuntimeChoice['name']
  readonly shim: RuntimeChoice['shim']
  readonly program: 'containerd' | 'crio' | 'cri-dockerd' | 'dockerd'
  readonly endpoint: string
  readonly words: readonly string[]
}

const candidates: readonly Candidate[] = [
  {name: 'containerd', shim: '', program: 'containerd', endpoint: containerdEndpoint, words: ['containerd']},
  {name: 'cri-o', shim: '', program: 'crio', endpoint: 'unix:///run/crio/crio.sock', words: ['cri-o', 'crio']},
  {
    name: 'docker',
    shim: 'cri-dockerd',
    program: 'cri-dockerd',
    endpoint: 'unix:///run/cri-dockerd.sock',
    words: ['cri-dockerd'],
  },
  {name: 'docker', shim: 'dockershim', program: 'dockerd', endpoint: '', words: ['docker', 'dockershim']},
]

function choice(
  candidate: Pick<Candidate, 'name' | 'shim'> | undefined,
  endpoint: Leaf<string>,
  isEndpointSet: boolean,
  source?: Source,
): RuntimeChoice {
  const {name = '', shim = ''} = candidate ?? {}
  return {name, shim, endpoint, isEndpointSet, ...(source ? {source} : {})}
}

const untold = (gap: Unknown): RuntimeChoice => ({...choice(undefined, gap, false), gap})

/** The runtime an endpoint belongs to, by the name of its socket. */
function candidateAt(endpoint: string): Candidate | undefined {
  const path = canonicalEndpoint(endpoint)
  const pattern = patterns.find(([each]) => each.test(path))
  return candidates.find(({program}) => program === pattern?.[1])
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/cri-?dockerd?[^/]*\.sock$/, 'cri-dockerd'],
  [/dockershim\.sock$/, 'dockerd'],
  [/crio[^/]*\.sock$/, 'crio'],
  [/containerd/, 'containerd'],
]

/**
 * The place of a Docker daemon on this host. Old ones are the program docker itself, which where nothing starts it and no
 * kubelet can use it is the client of another.
 */
async function installedDocker(probe: Probe): Promise<Source | Unknown | undefined> {
  const [daemon, program, started] = await Promise.all([
    isDaemonInstalled(probe, 'dockerd'),
    isProgramInstalled(probe, 'docker'),
    (await hasProcesses(probe)) ? probe.once(mayStart, 'dockerd') : true,
  ])
  if (bare(started) === false) return undefined
  if (daemon instanceof Located && daemon.value) return daemon.source
  if (!(program instanceof Located && program.value)) {
    return [daemon, program].find((each): each is Unknown => each instanceof Unknown)
  }
  const isUsed = (await probe.once(dockerdCommand)).state === 'found' || (await hasOldKubelet(probe))
  return isUsed ? program.source : undefined
}

/** Whether there is a kubelet that is, or may be, older than 1.24. */
async function hasOldKubelet(probe: Probe): Promise<boolean> {
  const version = await probe.once(installedVersion, 'kubelet')
  if (!(version instanceof Unknown)) return version.value.minor < 24
  return (await probe.once(serviceCommand, 'kubelet.service')).state !== 'absent'
}

/** Beside Docker a containerd may be Docker's own: that tells nothing where the kubelet may be one with dockershim. */
async function fromHost(
  probe: Probe,
  endpoint: Leaf<string>,
  docker: Source | Unknown | undefined,
  version: Located<Version> | Unknown,
): Promise<RuntimeChoice> {
  const sockets = await runtimeSockets(probe)
  const speaking = candidates.filter(({endpoint: own}) => own !== '')
  const presence = await Promise.all(speaking.map(({program}) => isDaemonInstalled(probe, program)))
  const installed = speaking.filter((_, index) => bare(presence[index] ?? false) === true)
  const listening = speaking.filter(({program}) => sockets.some(({runtime}) => runtime === program))
  const there = listening.length > 0 ? listening : installed
  const [only, ...others] = there
  const hidden = listening.length === 0 ? [...presence, docker].find((each) => each instanceof Unknown) : undefined
  if (hidden instanceof Unknown) return untold(hidden)
  if (!only && docker && !(docker instanceof Unknown)) return choice({name: 'docker', shim: ''}, '', false, docker)
  if (docker && version instanceof Unknown && only?.name === 'containerd') {
    return version.source ? untold(version) : choice(undefined, endpoint, false)
  }
  if (only && others.length === 0) {
    const socket = sockets.find(({runtime}) => runtime === only.program)
    const found = presence[speaking.indexOf(only)]
    const source: Source | undefined = socket
      ? {kind: 'file', path: socket.path}
      : found instanceof Located
        ? found.source
        : undefined
    return choice(only, at(only.endpoint, source), false, source)
  }
  if (endpoint instanceof Located && endpoint.value !== '') {
    return choice(candidateAt(endpoint.value), endpoint, false, endpoint.source)
  }
  return endpoint instanceof Unknown && endpoint.source ? untold(endpoint) : choice(undefined, endpoint, false)
}

function isKubeletDefault(source: Source): boolean {
  return source.kind === 'default' && source.of === 'kubelet'
}
