import type {Probe} from '../facts/probe.ts'

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
export const knownConfigDirectories: readonly string[] = [
  '/etc/cni/net.d',
  '/etc/kubernetes/cni/net.d',
  '/var/lib/rancher/k3s/agent/etc/cni/net.d',
  '/var/lib/rancher/rke2/agent/etc/cni/net.d',
  '/var/snap/microk8s/current/args/cni-network',
]

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
