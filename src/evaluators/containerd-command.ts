import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import type {FlagTable} from '../text/go-flags.ts'
import {parsePflag} from '../text/go-flags.ts'
import {type ComponentFlags, flagValue, type Words} from './component-flags.ts'
import {k0sDataDirectory} from './k0s-config.ts'
import {type KubeletLayout, kubeletCommand} from './kubelet-command.ts'
import {microk8sArguments, microk8sDirectory} from './microk8s-arguments.ts'
import {programArguments} from './program-arguments.ts'
import {rancherConfig} from './rancher-config.ts'
import {serviceCommand} from './service-command.ts'

/** What containerd is started with; `root` is undefined where neither a flag nor a distribution gives it. */
export interface ContainerdCommand {
  readonly configPath: string
  readonly root: Located<string> | undefined
}

/** Reads the flags of this host's containerd, or what the distribution that embeds it gives it: `probe.once(containerdCommand)`. */
export async function containerdCommand(probe: Probe): Promise<ContainerdCommand> {
  const {layout} = await probe.once(kubeletCommand)
  const flags = await flagsOf(probe, layout)
  const own = await embedded(probe, layout)
  return {
    configPath: own.configPath ?? flagValue(flags, 'config')?.value ?? '/etc/containerd/config.toml',
    root: flagValue(flags, 'root') ?? own.root,
  }
}

async function flagsOf(probe: Probe, layout: KubeletLayout): Promise<ComponentFlags> {
  if (layout === 'microk8s') {
    const words = await microk8sArguments(probe, 'containerd')
    return parsePflag<Words[number]['source']>(words.state === 'read' ? words.value : [], flagTable)
  }
  const service =
    layout === 'kubelet' || layout === '' ? await probe.once(serviceCommand, 'containerd.service') : undefined
  if (service?.state !== 'found') return parsePflag<Words[number]['source']>([], flagTable)
  return parsePflag(programArguments(service.words, 'containerd') ?? service.words.slice(1), flagTable)
}

/** Where the containerd of a distribution has its configuration and keeps images. */
async function embedded(probe: Probe, layout: KubeletLayout): Promise<Partial<ContainerdCommand>> {
  if (layout === 'microk8s') return {configPath: `${microk8sDirectory}/containerd.toml`}
  if (layout === 'k0s') {
    const source: Source = {kind: 'default', of: 'k0s'}
    return {
      configPath: '/etc/k0s/containerd.toml',
      root: at(`${await probe.once(k0sDataDirectory)}/containerd`, source),
    }
  }
  if (layout !== 'k3s' && layout !== 'rke2') return {}
  const rancher = await probe.once(rancherConfig)
  const given = rancher && flagValue(rancher.flags, 'data-dir')
  const agent = `${given?.value || `/var/lib/rancher/${layout}`}/agent`
  return {
    configPath: `${agent}/etc/containerd/config.toml`,
    root: at(`${agent}/containerd`, given?.source ?? {kind: 'default', of: layout}),
  }
}

const flagTable: FlagTable = {
  address: {kind: 'value', short: 'a'},
  config: {kind: 'value', short: 'c'},
  'log-level': {kind: 'value', short: 'l'},
  root: {kind: 'value'},
  state: {kind: 'value'},
}
