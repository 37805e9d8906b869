import type {Probe} from '../facts/probe.ts'
import {bare, type Leaf} from '../facts/value.ts'
import {mayStart} from './starters.ts'

/** Where runtimes, distributions and installers keep CNI plugins (containers/common adds the /usr/local ones, OpenShift /var/lib/cni). */
export const knownPluginDirectories: readonly string[] = [
  '/opt/cni/bin',
  '/usr/lib/cni',
  '/usr/libexec/cni',
  '/usr/local/lib/cni',
  '/usr/local/libexec/cni',
  '/home/kubernetes/bin',
  '/var/lib/cni/bin',
  '/var/lib/rancher/k3s/data/cni',
  '/var/lib/rancher/k3s/data/current/bin',
  '/var/snap/microk8s/current/opt/cni/bin',
]

/** Where runtimes and distributions keep CNI configuration; OpenShift and Typhoon beside that of Kubernetes. */
const knownConfigDirectories: readonly string[] = [
  '/etc/cni/net.d',
  '/etc/kubernetes/cni/net.d',
  '/var/lib/rancher/k3s/agent/etc/cni/net.d',
  '/var/lib/rancher/rke2/agent/etc/cni/net.d',
  '/var/snap/microk8s/current/args/cni-network',
]

/** Of the directories that may hold CNI configuration those of Kubernetes and of distributions that may be started here. */
export async function configDirectories(probe: Probe): Promise<readonly string[]> {
  const used = await Promise.all(knownConfigDirectories.map((path) => mayBeUsed(probe, path)))
  return knownConfigDirectories.filter((_, index) => bare(used[index] ?? true) !== false)
}

/** Whether the distribution that a directory belongs to may be started here; true of those of none. */
export async function mayBeUsed(probe: Probe, path: string): Promise<Leaf<boolean>> {
  const owner = owners.find(([prefix]) => path.startsWith(prefix))?.[1]
  return owner === undefined || probe.once(mayStart, owner)
}

const owners = [
  ['/var/lib/rancher/k3s/', 'k3s'],
  ['/var/lib/rancher/rke2/', 'rke2'],
  ['/var/snap/microk8s/', 'microk8s'],
] as const

/** The directories of a list that are none of the given ones, by wherever links lead; those that do not exist are left out. */
export async function otherDirectories(
  probe: Probe,
  known: readonly string[],
  used: readonly string[],
): Promise<readonly string[]> {
  const statuses = await probe.status([...known, ...used], {follow: true})
  const real = (path: string) => {
    const status = statuses.get(path)
    return status?.state === 'read' ? status.value.realPath : path
  }
  const seen = new Set(used.map(real))
  return known.filter((path) => {
    if (statuses.get(path)?.state === 'absent' || seen.has(real(path))) return false
    seen.add(real(path))
    return true
  })
}
