import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {installedVersion} from './component-version.ts'
import {kubeletConfig, kubeletFlag, kubeletSetting} from './kubelet-config.ts'

/**
 * The CRI endpoint the kubelet uses, in canonical form; empty where it uses Docker by its built-in dockershim, the default
 * until 1.23. Since 1.27 the default is containerd's socket (pkg/kubelet/apis/config/v1beta1/defaults.go).
 */
export async function runtimeEndpoint(probe: Probe): Promise<Leaf<string>> {
  const [config, version] = await Promise.all([probe.once(kubeletConfig), probe.once(installedVersion, 'kubelet')])
  const runtime = kubeletFlag(config, 'container-runtime')
  const set = kubeletSetting(config, 'containerRuntimeEndpoint')
  const isKnown = !(version instanceof Unknown)
  if (isKnown && version.value.minor < 24) {
    if (runtime === undefined) return at('', {kind: 'default', of: 'kubelet'})
    if (!(runtime instanceof Unknown) && runtime.value !== 'remote') return at('', runtime.source)
  }
  if (set instanceof Unknown) return set
  if (set && set.value !== '') return at(canonicalEndpoint(String(set.value)), set.source)
  if (isKnown && version.value.minor >= 27) return at(containerdEndpoint, {kind: 'default', of: 'kubelet'})
  if (isKnown) return at('', {kind: 'default', of: 'kubelet'})
  return unknown(`no endpoint is set, and the default depends on the kubelet's version: ${version.reason}`)
}

/** An endpoint as `unix:///run/…`: the scheme added where it is left out, /var/run read as the alias of /run it is. */
export function canonicalEndpoint(endpoint: string): string {
  const path = endpoint.replace(/^unix:(?:\/\/)?(?=\/)/, '')
  if (!path.startsWith('/')) return endpoint
  return `unix://${path.replace(/^\/var\/run\//, '/run/')}`
}

/** The endpoint the kubelet takes since 1.27 when none is set. */
export const containerdEndpoint = 'unix:///run/containerd/containerd.sock'

/** The endpoint as it is written for the kubelet; empty where it is not, unknown where it may be. */
export async function writtenEndpoint(probe: Probe): Promise<Leaf<string>> {
  const set = kubeletSetting(await probe.once(kubeletConfig), 'containerRuntimeEndpoint')
  if (set === undefined) return ''
  return set instanceof Unknown ? set : at(String(set.value), set.source)
}
