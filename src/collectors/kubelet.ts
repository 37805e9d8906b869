import {installedVersion} from '../evaluators/component-version.ts'
import {kubeletConfig} from '../evaluators/kubelet-config.ts'
import {isKubeletInstalled} from '../evaluators/kubelet-installed.ts'
import {boolLeaf, flagLeaf, intLeaf, stringLeaf, stringsLeaf} from '../evaluators/kubelet-leaf.ts'
import {hasKubeletCredentials, isKubeletRunning} from '../evaluators/kubelet-state.ts'
import {rancherGap} from '../evaluators/rancher-config.ts'
import {runtimeEndpoint} from '../evaluators/runtime-endpoint.ts'
import {serviceCommand} from '../evaluators/service-command.ts'
import {defaultServicePath} from '../evaluators/service-path.ts'
import {versionFields} from '../evaluators/version-fields.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown, unknown} from '../facts/value.ts'

/** The kubelet of this host: whether it is there, runs and holds credentials, and its effective configuration. */
export const kubelet = collector({
  name: 'kubelet',
  about: 'The kubelet: its state, and its configuration as merged from defaults, files and flags.',
  fields: {
    isInstalled: bool('A kubelet program, unit or process, or a distribution that embeds one, is there.'),
    isRunning: bool('A kubelet process runs.'),
    hasCredentials: bool('Its kubeconfig names a certificate that exists, a token or a program that obtains one.'),
    distribution: string(
      'Who starts it: kubelet (a unit of its own), k3s, rke2, k0s, microk8s; empty when nothing tells.',
    ),
    unit: string('The service that starts it; empty when none is known.'),
    version: string('Its version as in v1.29.3, without what a distribution appends.'),
    minor: int('The minor of its version, as in 29.'),
    rootDir: string('Where it keeps pods and volumes (--root-dir).'),
    kubeconfig: string('The kubeconfig it is given; empty for a standalone kubelet.'),
    bootstrapKubeconfig: string('The kubeconfig it joins with (--bootstrap-kubeconfig); empty when none.'),
    configFile: string('Its configuration file (--config); empty when none.'),
    configDir: string('The directory of configuration drop-ins (--config-dir); empty when none.'),
    runtimeEndpoint: string('The CRI endpoint it uses, as unix:///run/...; empty when it uses Docker by itself.'),
    cgroupDriver: string('systemd or cgroupfs.'),
    clusterDns: strings('The DNS servers it gives to pods.'),
    clusterDomain: string('The DNS domain of the cluster; empty when unset.'),
    resolvConf: string('The resolver file it hands to pods; empty for none.'),
    maxPods: int('The most pods it runs.'),
    podsPerCore: int('The most pods it runs per CPU core; 0 for no such limit.'),
    podCidr: string('The pod range of a standalone kubelet; empty when unset.'),
    nodeIp: string('The address it reports (--node-ip); empty when it picks one.'),
    hostnameOverride: string('The name it registers instead of the host name; empty when unset.'),
    failSwapOn: bool('It refuses to start while swap is on.'),
    swapBehavior: string('How pods may use swap; empty when unset.'),
    protectKernelDefaults: bool('It refuses to start when kernel parameters differ from its own.'),
    staticPodPath: string('The directory of static pod manifests; empty when unset.'),
    readOnlyPort: int('The port of its unauthenticated server; 0 when it is off.'),
    anonymousAuth: bool('It admits requests without credentials.'),
    authorizationMode: string('Webhook or AlwaysAllow.'),
    rotateCertificates: bool('It renews its client certificate.'),
    makeIptablesUtilChains: bool('It keeps its own iptables chains.'),
    hairpinMode: string('How it sets up bridges for a pod that calls itself through a service.'),
    networkPlugin: string('The network plugin of dockershim (--network-plugin); empty when unset.'),
    cniBinDir: string('Where dockershim looks for CNI plugins (--cni-bin-dir).'),
    cniConfDir: string('Where dockershim looks for CNI configuration (--cni-conf-dir).'),
    dockerEndpoint: string('The Docker socket of dockershim (--docker-endpoint).'),
    nonMasqueradeCidr: string('The range dockershim does not masquerade (--non-masquerade-cidr).'),
    pathDirectories: strings('Where it looks for programs, in order.'),
  },
  async collect(probe) {
    const [config, version] = await Promise.all([probe.once(kubeletConfig), probe.once(installedVersion, 'kubelet')])
    const [isInstalled, isRunning, hasCredentials, endpoint, pathDirectories] = await Promise.all([
      isKubeletInstalled(probe),
      isKubeletRunning(probe),
      hasKubeletCredentials(probe),
      probe.once(runtimeEndpoint),
      searchDirectories(probe, config.command.unit),
    ])
    const fields = versionFields(version, 'v')
    return {
      isInstalled,
      isRunning,
      hasCredentials,
      distribution: config.command.layout || ((await probe.once(rancherGap)) ?? ''),
      unit: config.command.unit,
      version: fields.version,
      minor: fields.minor,
      rootDir: flagLeaf(config, 'root-dir', '/var/lib/kubelet'),
      kubeconfig: flagLeaf(config, 'kubeconfig', ''),
      bootstrapKubeconfig: flagLeaf(config, 'bootstrap-kubeconfig', ''),
      configFile: flagLeaf(config, 'config', ''),
      configDir: flagLeaf(config, 'config-dir', ''),
      runtimeEndpoint: endpoint,
      cgroupDriver: stringLeaf(config, 'cgroupDriver', ''),
      clusterDns: stringsLeaf(config, 'clusterDNS'),
      clusterDomain: stringLeaf(config, 'clusterDomain', ''),
      resolvConf: stringLeaf(config, 'resolvConf', ''),
      maxPods: intLeaf(config, 'maxPods', 110),
      podsPerCore: intLeaf(config, 'podsPerCore', 0),
      podCidr: stringLeaf(config, 'podCIDR', ''),
      nodeIp: flagLeaf(config, 'node-ip', ''),
      hostnameOverride: flagLeaf(config, 'hostname-override', ''),
      failSwapOn: boolLeaf(config, 'failSwapOn', true),
      swapBehavior: stringLeaf(config, 'memorySwap.swapBehavior', ''),
      protectKernelDefaults: boolLeaf(config, 'protectKernelDefaults', false),
      staticPodPath: stringLeaf(config, 'staticPodPath', ''),
      readOnlyPort: intLeaf(config, 'readOnlyPort', 0),
      anonymousAuth: boolLeaf(config, 'authentication.anonymous.enabled', false),
      authorizationMode: stringLeaf(config, 'authorization.mode', 'Webhook'),
      rotateCertificates: boolLeaf(config, 'rotateCertificates', false),
      makeIptablesUtilChains: boolLeaf(config, 'makeIPTablesUtilChains', true),
      hairpinMode: stringLeaf(config, 'hairpinMode', ''),
      networkPlugin: flagLeaf(config, 'network-plugin', ''),
      cniBinDir: flagLeaf(config, 'cni-bin-dir', '/opt/cni/bin'),
      cniConfDir: flagLeaf(config, 'cni-conf-dir', '/etc/cni/net.d'),
      dockerEndpoint: flagLeaf(config, 'docker-endpoint', 'unix:///var/run/docker.sock'),
      nonMasqueradeCidr: flagLeaf(config, 'non-masquerade-cidr', '10.0.0.0/8'),
      pathDirectories,
    }
  },
})

async function searchDirectories(probe: Probe, unit: string): Promise<Located<readonly string[]> | Unknown> {
  const service = unit === '' ? undefined : await probe.once(serviceCommand, unit)
  if (service?.state === 'unknown') return unknown(service.reason, service.source)
  const {directories, source} = service?.state === 'found' ? service.path : await defaultServicePath(probe)
  return at(directories, source)
}
