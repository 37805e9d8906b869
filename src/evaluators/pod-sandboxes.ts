import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {argumentsGap, leadingWords, type Process, processes} from './processes.ts'

/** The ids of the pod sandboxes that exist, by what runtimes keep while a container is there; or why none could be seen. */
export type PodSandboxes =
  | {readonly state: 'read'; readonly ids: ReadonlySet<string>}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Collects container ids from the runtimes' own directories and from the arguments of their shims: `probe.once(podSandboxes)`. */
export async function podSandboxes(probe: Probe): Promise<PodSandboxes> {
  const [all, ...listings] = await Promise.all([
    probe.once(processes),
    ...directories.map((directory) => probe.list(directory)),
  ])
  const denied = listings.find((listed) => listed.state === 'unreadable')
  if (denied?.state === 'unreadable') {
    return {state: 'unknown', reason: `the running pods could not be listed: ${denied.reason}`, source: denied.source}
  }
  const untold = all.state === 'read' ? all.processes.filter(isShim).map(argumentsGap).find(Boolean) : undefined
  if (untold) return {state: 'unknown', reason: untold.reason, source: all.source}
  const shims = all.state === 'read' ? all.processes.flatMap(({argv}) => idOf(argv)) : []
  const kept = listings.flatMap((listed) =>
    listed.state === 'read' ? listed.value.filter((name) => id.test(name)) : [],
  )
  const isSeen = shims.length > 0 || listings.some((listed) => listed.state === 'read')
  if (isSeen) return {state: 'read', ids: new Set([...shims, ...kept])}
  return {
    state: 'unknown',
    reason: 'no runtime shows its pods here',
    source: {kind: 'file', path: '/run/containerd'},
  }
}

const directories = [
  '/run/containerd/io.containerd.runtime.v2.task/k8s.io',
  '/run/containerd/io.containerd.runtime.v1.linux/k8s.io',
  '/run/k3s/containerd/io.containerd.runtime.v2.task/k8s.io',
  '/run/k0s/containerd/io.containerd.runtime.v2.task/k8s.io',
  '/var/snap/microk8s/common/run/containerd/io.containerd.runtime.v2.task/k8s.io',
  '/run/containers/storage/overlay-containers',
  '/var/lib/docker/containers',
]

const id = /^[0-9a-f]{12,64}$/

function isShim(process: Process): boolean {
  const [program] = leadingWords(process)
  return /^(?:containerd-shim.*|conmon)$/.test(program.slice(program.lastIndexOf('/') + 1))
}

/** `containerd-shim-runc-v2 -namespace k8s.io -id <id>`, `conmon -c <id>`. */
function idOf(argv: readonly string[]): readonly string[] {
  const program = argv[0]?.slice(argv[0].lastIndexOf('/') + 1) ?? ''
  const option = /^containerd-shim/.test(program) ? '-id' : program === 'conmon' ? '-c' : undefined
  const found = option === undefined ? undefined : argv[argv.indexOf(option) + 1]
  return found !== undefined && id.test(found) ? [found] : []
}
