import type {Probe} from '../facts/probe.ts'
import type {DocumentNode} from '../text/document.ts'
import {nodeAt} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'

/** A Kubernetes object in a manifest that an installer keeps on this host. */
export interface AddonObject {
  readonly kind: string
  readonly path: string
  readonly document: DocumentNode
}

/**
 * Reads the objects that tell of networks from the manifests which kubespray, k3s, RKE2, k0s, MicroK8s and add-on managers
 * keep on a host, and those of network plugins that root has applied by hand. Only documents that mention one of the known
 * settings are parsed: these files hold large definitions.
 */
export async function addonManifests(probe: Probe): Promise<readonly AddonObject[]> {
  const nested = await Promise.all(parents.map((parent) => childDirectories(probe, parent)))
  const listed = await Promise.all([...directories, ...nested.flat()].map((directory) => manifests(probe, directory)))
  const own = (await manifests(probe, '/root')).filter((path) => /flannel|calico|canal|weave|cilium/.test(path))
  const texts = await Promise.all(
    [...listed.flat(), ...own].map(async (path) => ({path, text: await probe.readFile(path)})),
  )
  return texts.flatMap(({path, text}) => (text.state === 'read' ? objectsOf(path, text.value) : []))
}

/** The objects of one kind. */
export function addonsOfKind(objects: readonly AddonObject[], ...kinds: readonly string[]): readonly AddonObject[] {
  return objects.filter(({kind}) => kinds.includes(kind))
}

async function manifests(probe: Probe, directory: string): Promise<readonly string[]> {
  const listed = await probe.list(directory)
  const names = listed.state === 'read' ? listed.value.filter((name) => /\.(ya?ml|json)$/.test(name)) : []
  return names.map((name) => `${directory}/${name}`)
}

async function childDirectories(probe: Probe, parent: string): Promise<readonly string[]> {
  const listed = await probe.list(parent)
  return listed.state === 'read' ? listed.value.map((name) => `${parent}/${name}`) : []
}

/** Blank lines before each document keep its line numbers those of the file. */
function objectsOf(path: string, text: string): readonly AddonObject[] {
  let line = 0
  return text.split(/^---(?=[ \t]*(?:#.*)?$)/m).flatMap((part) => {
    const before = '\n'.repeat(line)
    line += part.split('\n').length - 1
    if (part.length > longestDocument || !mentions.test(part)) return []
    const parsed = parseYaml(before + part)
    const kind = parsed.ok ? nodeAt(parsed.value, 'kind')?.value : undefined
    return parsed.ok && typeof kind === 'string' ? [{kind, path, document: parsed.value}] : []
  })
}

const longestDocument = 200_000
const mentions =
  /net-conf\.json|\/flanneld\b|IPALLOC_RANGE|CALICO_IPV[46]POOL|cluster-pool-ipv|clusterPoolIPv|^kind:\s*"?(IPPool|Installation|IPAddressPool|L2Advertisement|CiliumLoadBalancerIPPool|CiliumPodIPPool|HelmChartConfig)|address-pools:|serviceCIDR/m

const directories = [
  '/etc/kubernetes',
  '/etc/kubernetes/addons',
  '/etc/kubernetes/manifests',
  '/var/lib/rancher/k3s/server/manifests',
  '/var/lib/rancher/rke2/server/manifests',
  '/var/snap/microk8s/current/args/cni-network',
]
const parents = ['/etc/kubernetes/addons', '/var/lib/k0s/manifests']
