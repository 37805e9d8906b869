import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {cniOption} from '../text/cni-config.ts'
import type {DocumentNode} from '../text/document.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {flagValue} from './component-flags.ts'
import {controlPlane} from './control-plane.ts'
import {dockerdCommand} from './dockerd-command.ts'
import {boolOption, dockerdSources, textOption} from './dockerd-options.ts'
import {overlayCniConfig} from './overlay-cni-config.ts'
import {findProgram} from './programs.ts'
import {defaultServicePath} from './service-path.ts'
import {type Consumer, noConsumer, type PresentConsumer, unitConsumer, versionMembers} from './tool-consumer.ts'
import {kubeletRun} from './tool-kubelet.ts'
import {dockershimConsumer, runtimeConsumer} from './tool-runtimes.ts'
import {isActive, isEnabled} from './unit-state.ts'

/** dockerd where it writes iptables rules, which it does unless it is told not to or to write nftables. */
export async function dockerdConsumer(probe: Probe): Promise<Consumer> {
  const command = await probe.once(dockerdCommand)
  const sources = await probe.once(dockerdSources)
  if (command.state !== 'found' || !('command' in sources)) return noConsumer('no dockerd is on this host')
  if (bare(boolOption(sources, 'iptables', true)) === false)
    return noConsumer('dockerd is told to leave iptables alone')
  if (bare(textOption(sources, 'firewall-backend', 'iptables')) === 'nftables') {
    return noConsumer('dockerd is told to write nftables')
  }
  const source = command.service?.execStarts.at(-1) ?? command.process?.words[0]?.source
  return {
    state: 'present',
    label: 'dockerd',
    service: command.service ? 'docker.service' : '',
    path: command.service?.path ?? (await defaultServicePath(probe)),
    ...versionMembers(command.version, source),
    ...(source ? {source} : {}),
  }
}

/** flanneld as a process of the host: it forwards and masquerades by iptables unless it is told to do neither. */
export async function flanneldConsumer(probe: Probe): Promise<Consumer> {
  const [found, {declarations}] = await Promise.all([
    unitConsumer(probe, 'flanneld', ['flanneld.service', 'flannel.service']),
    probe.once(controlPlane),
  ])
  const own = declarations.find(({component, by}) => component === 'flanneld' && by === 'unit')
  const isOff = (flag: string, unset: boolean) =>
    own !== undefined && (parseGoBool(flagValue(own.flags, flag)?.value ?? '') ?? unset) === false
  if (isOff('iptables-forward-rules', true) && isOff('ip-masq', false))
    return noConsumer('flanneld is told to write no rules')
  return found.state === 'possible' ? noConsumer(found.reason) : found
}

/** kube-router as a process of the host. */
export async function kubeRouterConsumer(probe: Probe): Promise<Consumer> {
  const found = await unitConsumer(probe, 'kube-router', ['kube-router.service'])
  return found.state === 'possible' ? noConsumer(found.reason) : found
}

/** The CNI plugins that write iptables rules; since 1.6 and 1.7 they take nft where only that is there and none is demanded. */
export async function cniConsumer(probe: Probe): Promise<Consumer> {
  const run = await probe.once(kubeletRun)
  if (run.how === 'embedded') return noConsumer(run.reason)
  const [config, starter] = await Promise.all([probe.once(overlayCniConfig), probe.once(pluginStarter)])
  const nft = await probe.once(findProgram, 'nft', starter.path.directories.join(':'))
  if (!config) {
    if (nft.found) return noConsumer('current CNI plugins do with nft, which is there')
    return {
      state: 'possible',
      ...starter,
      label: 'a CNI plugin',
      reason: 'no network configuration is on this host yet',
    }
  }
  const isFirewalldUsed = await usesFirewalld(probe)
  for (const plugin of config.plugins) {
    const how = iptablesUse(plugin, isFirewalldUsed)
    if (how === 'none' || (how === 'default' && nft.found)) continue
    const source: Source = {kind: 'file', path: config.path, line: cniOption(plugin, 'type')?.line ?? plugin.line}
    return {state: 'present', ...starter, label: `the CNI plugin ${written(plugin, 'type')}`, source}
  }
  return noConsumer(`no CNI plugin in ${config.path} depends on iptables`)
}

/** The service whose PATH the plugins inherit. */
async function pluginStarter(probe: Probe): Promise<Pick<PresentConsumer, 'service' | 'path'>> {
  const starters = await Promise.all([
    probe.once(runtimeConsumer, 'containerd'),
    probe.once(runtimeConsumer, 'crio'),
    probe.once(runtimeConsumer, 'cri-dockerd'),
    probe.once(dockershimConsumer),
  ])
  const starter = starters.find(({state}) => state === 'present')
  if (starter && starter.state !== 'absent') return {service: starter.service, path: starter.path}
  return {service: '', path: await defaultServicePath(probe)}
}

type IptablesUse = 'none' | 'default' | 'demanded'

/** How a plugin writes rules (containernetworking/plugins: portmap, firewall, and ipMasq of bridge and ptp). */
function iptablesUse(plugin: DocumentNode, isFirewalldUsed: boolean): IptablesUse {
  const text = (key: string) => written(plugin, key)
  const byBackend = (backend: string): IptablesUse =>
    backend === '' ? 'default' : backend === 'iptables' ? 'demanded' : 'none'
  switch (text('type')) {
    case 'portmap':
      return byBackend(text('backend'))
    case 'firewall':
      return text('backend') === 'iptables' || (text('backend') === '' && !isFirewalldUsed) ? 'demanded' : 'none'
    case 'bridge':
    case 'ptp':
      return text('ipMasq') === 'true' ? byBackend(text('ipMasqBackend')) : 'none'
    default:
      return 'none'
  }
}

function written(plugin: DocumentNode, key: string): string {
  return String(cniOption(plugin, key)?.value ?? '')
}

async function usesFirewalld(probe: Probe): Promise<boolean> {
  const states = await Promise.all([isActive(probe, 'firewalld.service'), isEnabled(probe, 'firewalld.service')])
  return states.some((state) => bare(state) === true)
}
