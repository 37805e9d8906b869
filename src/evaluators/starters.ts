import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {initSystem} from './init-system.ts'
import {processes} from './processes.ts'
import {unitDirectories} from './unit-directories.ts'

/** What a host may start: daemons, and distributions of Kubernetes. */
export type Starter = keyof typeof starters

/**
 * Whether a daemon or distribution may be started here: a unit of it is there, a process of it runs, or another init system
 * than systemd is in charge. Where none is so, what else lies on the host of it is left over. Unknown where units or
 * processes cannot be seen: `probe.once(mayStart, 'rke2')`.
 */
export async function mayStart(probe: Probe, name: Starter): Promise<Leaf<boolean>> {
  const {units, program} = starters[name]
  const {directories, gap} = await probe.once(unitDirectories)
  for (const {path, names} of directories) {
    const own = [...names].find((each) => units.test(each))
    if (own !== undefined) return at(true, {kind: 'file', path: `${path}/${own}`})
  }
  const all = (await hasProcesses(probe)) ? await probe.once(processes) : undefined
  const running = all?.state === 'read' ? all.processes.find(({argv}) => program.test(argv[0] ?? '')) : undefined
  if (running) return at(true, {kind: 'file', path: `/proc/${running.pid}/cmdline`})
  if (gap) return unknown(gap.reason, gap.source)
  if (all?.state === 'unknown') return unknown(all.reason, all.source)
  const init = await probe.once(initSystem)
  return init instanceof Unknown ? init : bare(init) !== 'systemd'
}

/** Whether the host is one that runs: a mounted root, and a copy without /proc, have no processes. */
export async function hasProcesses(probe: Probe): Promise<boolean> {
  return probe.mode !== 'root' && (await probe.list('/proc')).state !== 'absent'
}

const starters = {
  dockerd: {units: /docker.*\.service$/, program: /(?:^|\/)docker(?:d|d?-current|d?-latest)?(?: |$)/},
  containerd: {units: /containerd.*\.service$/, program: /(?:^|\/)containerd(?: |$)/},
  crio: {units: /cri-?o.*\.service$/, program: /(?:^|\/)crio(?: |$)/},
  'cri-dockerd': {units: /cri-docker.*\.(?:service|socket)$/, program: /(?:^|\/)cri-dockerd(?: |$)/},
  kubelet: {
    units: /(?:kubelet|kubelite|k3s|rke2|k0s).*\.service$/,
    program: /(?:^|\/)(?:kubelet|kubelite|hyperkube|k3s|rke2|k0s)[^/ ]*(?: |$)/,
  },
  k3s: {units: /k3s.*\.service$/, program: /(?:^|\/)k3s[^/ ]*(?: |$)|^\/var\/lib\/rancher\/k3s\//},
  rke2: {units: /rke2.*\.service$/, program: /(?:^|\/)rke2[^/ ]*(?: |$)|^\/var\/lib\/rancher\/rke2\//},
  microk8s: {units: /^snap\.microk8s\./, program: /^\/snap\/microk8s\//},
} as const
