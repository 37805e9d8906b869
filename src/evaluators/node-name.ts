import type {Probe} from '../facts/probe.ts'
import {at, type Located, Unknown, unknown} from '../facts/value.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'

/**
 * The name this node has in the cluster: what the kubelet is told, else the host's name, in small letters. A cloud provider
 * built into the kubelet names nodes in its own way (cmd/kubelet/app/server.go).
 */
export async function nodeName(probe: Probe): Promise<Located<string> | Unknown> {
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
