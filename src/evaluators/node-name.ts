import type {Probe} from '../facts/probe.ts'
import {at, type Located, Unknown, unknown} from '../facts/value.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {flagValue} from './component-flags.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'
import {rancherConfig} from './rancher-config.ts'

/**
 * The name this node has in the cluster: what the kubelet is told, else the host's name, in small letters. A cloud provider
 * built into the kubelet names nodes in its own way (cmd/kubelet/app/server.go); k3s and RKE2 append an id with
 * --with-node-id, which they keep in /etc/rancher/node/id.
 */
export async function nodeName(probe: Probe): Promise<Located<string> | Unknown> {
  const [name, rancher] = await Promise.all([probe.once(plainNodeName), probe.once(rancherConfig)])
  const asked = rancher && flagValue(rancher.flags, 'with-node-id')
  if (name instanceof Unknown || !asked || parseGoBool(asked.value) === false) return name
  const id = await probe.readFile('/etc/rancher/node/id')
  const text = id.state === 'read' ? id.value.trim() : ''
  if (text === '')
    return unknown('the id that --with-node-id appends to the name of the node is not known', asked.source)
  return at(`${name.value}-${text}`.toLowerCase(), name.source)
}

async function plainNodeName(probe: Probe): Promise<Located<string> | Unknown> {
  const config = await probe.once(kubeletConfig)
  const told = kubeletFlag(config, 'hostname-override')
  if (told instanceof Unknown) return told
  if (told && told.value.trim() !== '') return at(told.value.trim().toLowerCase(), told.source)
  const cloud = kubeletFlag(config, 'cloud-provider')
  if (cloud instanceof Unknown) return cloud
  if (cloud && cloud.value !== '' && cloud.value !== 'external') {
    return unknown(`the cloud provider ${cloud.value} decides the node's name`, cloud.source)
  }
  for (const path of ['/proc/sys/kernel/hostname', '/etc/hostname']) {
    const text = await probe.readFile(path)
    const name = text.state === 'read' ? text.value.trim().toLowerCase() : ''
    if (name !== '') return at(name, text.source)
  }
  return unknown('the name of this host could not be read', {kind: 'file', path: '/etc/hostname'})
}
