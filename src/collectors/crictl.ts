import {installedVersion} from '../evaluators/component-version.ts'
import {isProgramInstalled} from '../evaluators/program-presence.ts'
import {canonicalEndpoint} from '../evaluators/runtime-endpoint.ts'
import {settingAt, settingsOf} from '../evaluators/setting-tree.ts'
import {versionFields} from '../evaluators/version-fields.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {parseYaml} from '../text/yaml.ts'

/** crictl, the client of container runtimes that people and kubeadm use. */
export const crictl = collector({
  name: 'crictl',
  about: 'crictl: its version and the sockets it is configured for.',
  fields: {
    version: string('Its version as in 1.34.0.'),
    major: int('The major of its version.'),
    minor: int('The minor of its version, that of the Kubernetes it is released for.'),
    runtimeEndpoint: string('runtime-endpoint of /etc/crictl.yaml as unix:///run/...; empty when unset.'),
    isRuntimeThere: bool(
      'The runtime that runtime-endpoint names is on this host; true where it is unset or not known.',
    ),
    imageEndpoint: string('image-endpoint of /etc/crictl.yaml as unix:///run/...; empty when unset.'),
  },
  async collect(probe) {
    const [isInstalled, config] = await Promise.all([isProgramInstalled(probe, 'crictl'), readConfig(probe)])
    if (bare(isInstalled) === false && config === undefined) return absent('crictl is not installed')
    const version = await probe.once(installedVersion, 'crictl')
    const endpoints = config ?? {runtimeEndpoint: '', imageEndpoint: ''}
    const isRuntimeThere = await isOwnerThere(probe, bare(endpoints.runtimeEndpoint) ?? '')
    return {...versionFields(version), ...endpoints, isRuntimeThere}
  },
})

/** Kubelets since 1.24 have no dockershim, whatever Docker is there. */
async function isOwnerThere(probe: Probe, endpoint: string): Promise<boolean> {
  const owner = owners.find(([pattern]) => pattern.test(endpoint))?.[1]
  if (owner === undefined) return true
  if (owner !== 'dockershim') return bare(await isProgramInstalled(probe, owner)) !== false
  const kubelet = await probe.once(installedVersion, 'kubelet')
  return kubelet instanceof Unknown || kubelet.value.minor < 24
}

const owners: readonly (readonly [socket: RegExp, program: string])[] = [
  [/dockershim\.sock$/, 'dockershim'],
  [/cri-?dockerd\.sock$/, 'cri-dockerd'],
  [/\/crio\.sock$/, 'crio'],
  [/^unix:\/\/\/run\/containerd\/containerd\.sock$/, 'containerd'],
]

const path = '/etc/crictl.yaml'

async function readConfig(probe: Probe) {
  const text = await probe.readFile(path)
  if (text.state === 'absent') return undefined
  const parsed = text.state === 'read' ? parseYaml(text.value) : undefined
  if (!parsed?.ok) {
    const reason = text.state === 'unreadable' ? text.reason : `is no YAML: ${parsed?.problem.message ?? ''}`
    const gap = unknown(`${path} ${reason}`, text.source)
    return {runtimeEndpoint: gap, imageEndpoint: gap}
  }
  const settings = settingsOf(parsed.value, path)
  const endpoint = (key: string): Leaf<string> => {
    const setting = settingAt(settings, key)
    if (typeof setting?.value !== 'string' || setting.value === '') return ''
    return at(canonicalEndpoint(setting.value), setting.source)
  }
  return {runtimeEndpoint: endpoint('runtime-endpoint'), imageEndpoint: endpoint('image-endpoint')}
}
