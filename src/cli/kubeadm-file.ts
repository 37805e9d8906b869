import {UserError} from '../errors.ts'
import {type DocumentNode, mappingOf, nodeAt} from '../text/document.ts'
import {nearest} from '../text/nearest.ts'
import {parseYamlDocuments} from '../text/yaml.ts'
import {readUserFile} from './config.ts'

/**
 * Reads the file of `--kubeadm-config`. A key that looks like one of kubeadm's and is none is refused, for kubeadm goes on
 * as if it were not there; keys of releases to come are passed over.
 */
export async function readKubeadmFile(path: string): Promise<{path: string; text: string}> {
  const text = await readUserFile(path, '--kubeadm-config')
  const parsed = parseYamlDocuments(text)
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file: path}})
  const documents = parsed.value.filter((document) => kinds.has(String(nodeAt(document, 'kind')?.value)))
  if (documents.length === 0) {
    throw new UserError(`${path} holds no configuration of kubeadm`, {hint: `kind: ${[...kinds].join(', ')}`})
  }
  for (const document of documents) {
    if (componentKinds.test(String(nodeAt(document, 'kind')?.value))) continue
    refuseMisspelt(document, keys, path)
    const networking = nodeAt(document, 'networking')
    if (!networking || networking.value === null) continue
    if (!mappingOf(networking))
      throw new UserError(`'networking' must be a mapping`, {place: {...networking, file: path}})
    refuseMisspelt(networking, networkingKeys, path)
  }
  return {path, text}
}

function refuseMisspelt(node: DocumentNode, known: readonly string[], path: string): void {
  for (const [key, member] of mappingOf(node) ?? []) {
    const close = known.includes(key) ? undefined : nearest(key, known)
    if (close === undefined) continue
    throw new UserError(`kubeadm knows no key '${key}'`, {
      place: {...member, file: path},
      hint: `did you mean '${close}'?`,
    })
  }
}

const kinds: ReadonlySet<string> = new Set([
  'ClusterConfiguration',
  'InitConfiguration',
  'JoinConfiguration',
  'UpgradeConfiguration',
  'MasterConfiguration',
  'NodeConfiguration',
  'KubeletConfiguration',
  'KubeProxyConfiguration',
])

/** Their keys are the component's own. */
const componentKinds = /^Kube(?:let|Proxy)Configuration$/

const networkingKeys = ['dnsDomain', 'podSubnet', 'serviceSubnet']

/** The keys of all these documents in kubeadm.k8s.io/v1alpha1 to v1beta4. */
const keys = [
  ...['api', 'apiEndpoint', 'apiServer', 'apiServerCertSANs', 'apiServerExtraArgs', 'apiServerExtraVolumes'],
  ...['apiVersion', 'apply', 'auditPolicy', 'authorizationModes', 'bootstrapTokens', 'caCertPath'],
  ...[
    'caCertificateValidityPeriod',
    'certificateKey',
    'certificateValidityPeriod',
    'certificatesDir',
    'ciImageRepository',
  ],
  ...['cloudProvider', 'clusterName', 'controlPlane', 'controlPlaneEndpoint', 'controllerManager'],
  ...['controllerManagerExtraArgs', 'controllerManagerExtraVolumes', 'criSocket', 'diff', 'discovery', 'discoveryFile'],
  ...['discoveryTimeout', 'discoveryToken', 'discoveryTokenAPIServers', 'discoveryTokenCACertHashes'],
  ...['discoveryTokenUnsafeSkipCAVerification', 'dns', 'dryRun', 'encryptionAlgorithm', 'etcd', 'featureGates'],
  ...['imagePullPolicy', 'imagePullSerial', 'imageRepository', 'kind', 'kubeProxy', 'kubeletConfiguration'],
  ...['kubernetesVersion', 'localAPIEndpoint', 'networking', 'node', 'nodeName', 'nodeRegistration', 'noTaintMaster'],
  ...['patches', 'plan', 'privilegedPods', 'proxy', 'scheduler', 'schedulerExtraArgs', 'schedulerExtraVolumes'],
  ...['selfHosted', 'skipPhases', 'timeouts', 'tlsBootstrapToken', 'token', 'tokenGroups', 'tokenTTL', 'tokenUsages'],
  ...['unifiedControlPlaneImage', 'useHyperKubeImage'],
]
