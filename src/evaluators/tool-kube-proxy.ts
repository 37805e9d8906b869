import type {Probe} from '../facts/probe.ts'
import {Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {documentSettings} from './cluster-documents.ts'
import {declaredFlag} from './component-declaration.ts'
import {flagValue} from './component-flags.ts'
import {installedVersion} from './component-version.ts'
import {controlPlane} from './control-plane.ts'
import {leadingWords, processes, processesNamed} from './processes.ts'
import {defaultServicePath} from './service-path.ts'
import {toldStatements} from './told-statements.ts'
import {
  type Consumer,
  kubernetesVersion,
  noConsumer,
  shellPath,
  unitConsumer,
  versionMembers,
  versionName,
} from './tool-consumer.ts'
import {kubeadmConsumer} from './tool-kubeadm.ts'
import {isInContainer, kubeletRun} from './tool-kubelet.ts'

/**
 * kube-proxy as a process of the host; in a pod it uses the programs of its image, and distributions bring their own. Packages
 * that leave a unit nothing starts are common beside kubeadm, whose kube-proxy is a pod.
 */
export async function hostKubeProxy(probe: Probe): Promise<Consumer> {
  const label = 'kube-proxy'
  const run = await probe.once(kubeletRun)
  if (run.how === 'embedded') return noConsumer(`kube-proxy comes with ${run.layout}, which brings its own tools`)
  const [ofUnit, version] = await Promise.all([
    unitConsumer(probe, label, ['kube-proxy.service', 'snap.kube-proxy.daemon.service']),
    kubeProxyVersion(probe),
  ])
  const isLeftover = ofUnit.state === 'possible' && (await probe.once(kubeadmConsumer)).state === 'present'
  if (ofUnit.state !== 'absent' && !isLeftover) {
    return {...ofUnit, state: 'present', ...versionMembers(version, ofUnit.source)}
  }
  const process = await hostProcess(probe)
  const path = await defaultServicePath(probe)
  const known = {label, service: '', path, ...versionMembers(version, process)}
  if (process) return {state: 'present', ...known}
  if (run.how === 'host' || run.how === 'image') return noConsumer('no kube-proxy runs as a process of the host')
  return {state: 'possible', ...known, reason: run.reason}
}

/** kube-proxy as a process of the host in one of its modes: `probe.once(hostKubeProxyIn, 'ipvs')`. */
export async function hostKubeProxyIn(probe: Probe, mode: string): Promise<Consumer> {
  const [proxy, actual] = await Promise.all([probe.once(hostKubeProxy), probe.once(hostProxyMode)])
  if (proxy.state === 'absent') return proxy
  const {version} = proxy
  const label = version ? proxy.label : `kube-proxy in ${mode} mode`
  const named = version ? {label, versionText: `${versionName(version)} in ${mode} mode`} : {label}
  if (actual === undefined && proxy.state === 'possible' && mode !== 'iptables') {
    return noConsumer(`nothing tells of kube-proxy in ${mode} mode`)
  }
  if (actual === undefined) {
    const reason = proxy.state === 'possible' ? proxy.reason : 'nothing tells the mode of kube-proxy'
    return {...proxy, ...named, state: 'possible', reason}
  }
  if (actual.value !== mode) return noConsumer(`kube-proxy runs in ${actual.value} mode`)
  return {...proxy, ...named, ...(actual.source ? {source: actual.source} : {})}
}

/** kube-proxy in ipvs mode, wherever it runs. */
export async function ipvsConsumer(probe: Probe): Promise<Consumer> {
  const [{declarations, documents}, host, told] = await Promise.all([
    probe.once(controlPlane),
    probe.once(hostProxyMode),
    toldStatements(probe, 'proxyMode'),
  ])
  const modes = [
    ...(host ? [host] : []),
    ...told,
    ...declaredFlag(declarations, 'kube-proxy', 'proxy-mode').filter(({isInForce}) => isInForce),
    ...documentSettings(documents, 'KubeProxyConfiguration', 'mode'),
  ]
  const ipvs = modes.find(({value}) => value === 'ipvs')
  if (!ipvs) return noConsumer('nothing tells of kube-proxy in ipvs mode')
  const source = ipvs.source ? {source: ipvs.source} : {}
  return {state: 'present', label: 'kube-proxy’s ipvs mode', service: '', path: shellPath, ...source}
}

/** The mode of the host's kube-proxy, undefined where nothing tells; iptables is the default since 1.2. */
export async function hostProxyMode(probe: Probe): Promise<{value: string; source?: Source} | undefined> {
  const [{declarations, documents}, proxy, told] = await Promise.all([
    probe.once(controlPlane),
    probe.once(hostKubeProxy),
    toldStatements(probe, 'proxyMode'),
  ])
  const own = declarations.filter(
    ({component, by}) => component === 'kube-proxy' && (by === 'unit' || by === 'process'),
  )
  const flag = declaredFlag(own, 'kube-proxy', 'proxy-mode').find(({isInForce}) => isInForce)
  const config = own.map(({flags}) => flagValue(flags, 'config')?.value).find((path) => path !== undefined)
  const named = documents.filter(({path}) => path === config)
  const [setting] = documentSettings(named, 'KubeProxyConfiguration', 'mode')
  const written = flag ?? setting
  if (typeof written?.value === 'string' && written.value !== '') return {value: written.value, source: written.source}
  if (proxy.state === 'present' && (config === undefined || named.length > 0)) return {value: 'iptables'}
  return told[0]
}

/** kube-proxy is released with the kubelet, so that its version serves where nothing tells its own. */
async function kubeProxyVersion(probe: Probe) {
  const own = await probe.once(installedVersion, 'kube-proxy')
  return own instanceof Unknown ? probe.once(kubernetesVersion) : own
}

/** Where its control group cannot be seen, a process is the host's when the program it names is on the host. */
async function hostProcess(probe: Probe): Promise<Source | undefined> {
  for (const process of processesNamed(await probe.once(processes), 'kube-proxy')) {
    const {pid} = process
    const isInside = await isInContainer(probe, pid)
    const [program] = leadingWords(process)
    const status = isInside === undefined ? (await probe.status([program])).get(program) : undefined
    if (isInside === false || status?.state === 'read') return {kind: 'file', path: `/proc/${pid}/cmdline`}
  }
  return undefined
}
