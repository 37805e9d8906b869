import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {serviceCommand} from './service-command.ts'

/** Directories that programs of a node lie in, those that only CRI-O's packages use among them. */
const programDirectories = [
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/bin',
  '/usr/libexec/crio',
]

/** Programs that the policy runs in a domain of their own when their files have the right type. */
const daemons = ['kubelet', 'containerd', 'dockerd', 'dockerd-current', 'crio', 'k3s', 'rke2']

/** Programs that runtimes start, which packages also keep where the policy has no type for them. */
const runtimeHelpers = ['containerd-shim-runc-v2', 'runc', 'crun', 'conmon']

/** Every place where a program of a node may lie, with the place whose type it should have. */
export const programPaths: readonly {readonly path: string; readonly usual: string}[] = programDirectories.flatMap(
  (directory) => [
    ...daemons.map((name) => ({path: `${directory}/${name}`, usual: `/usr/bin/${name}`})),
    ...runtimeHelpers.map((name) => ({path: `${directory}/${name}`, usual: `${directory}/${name}`})),
  ],
)

/** The programs of daemons that units start from other places: `probe.once(startedPrograms)`. */
export async function startedPrograms(
  probe: Probe,
): Promise<readonly {readonly path: string; readonly usual: string; readonly source: Source}[]> {
  const services = await Promise.all(daemonUnits.map((unit) => probe.once(serviceCommand, unit)))
  return services.flatMap((service) => {
    const [program] = service.state === 'found' ? service.words : []
    const name = program?.text.slice(program.text.lastIndexOf('/') + 1) ?? ''
    const isKnown = program?.text.startsWith('/') && daemons.includes(name)
    if (!program || !isKnown || programPaths.some(({path}) => path === program.text)) return []
    return [{path: program.text, usual: `/usr/bin/${name}`, source: program.source}]
  })
}

const daemonUnits = [
  'kubelet.service',
  'containerd.service',
  'docker.service',
  'crio.service',
  'k3s.service',
  'k3s-agent.service',
  'rke2-server.service',
  'rke2-agent.service',
]

/** What kubeadm and etcd keep on the host and mount into their pods as it is. */
export const controlPlanePaths = [
  '/etc/kubernetes',
  '/etc/kubernetes/manifests',
  '/etc/kubernetes/pki',
  '/var/lib/etcd',
] as const

/**
 * Host files that no container is meant to read, of those that containerd 1.5.0 to 1.5.8 labelled for containers when a
 * pod mounted them (CVE-2021-43816).
 */
export const sensitivePaths = [
  '/etc',
  '/etc/cron.d',
  '/etc/kubernetes',
  '/etc/kubernetes/admin.conf',
  '/etc/kubernetes/kubelet.conf',
  '/etc/kubernetes/manifests',
  '/etc/kubernetes/pki',
  '/etc/passwd',
  '/etc/shadow',
  '/etc/ssh',
  '/etc/ssl',
  '/home',
  '/root',
  '/root/.kube',
  '/root/.ssh',
  '/usr',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib/systemd/system',
  '/usr/sbin',
  '/var/lib',
  '/var/lib/kubelet/pki',
  '/var/log',
  '/var/log/audit',
] as const

/** Files of every system, which carry labels where the file system was ever labelled. */
export const systemPaths = [
  '/etc',
  '/etc/os-release',
  '/etc/passwd',
  '/usr',
  '/usr/bin',
  '/usr/lib/os-release',
  '/var',
] as const
