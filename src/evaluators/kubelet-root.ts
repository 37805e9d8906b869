import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'

/** Where the kubelet keeps pods and volumes, links followed; the usual place where nothing tells. */
export async function kubeletRootDirectory(probe: Probe): Promise<string> {
  const flag = kubeletFlag(await probe.once(kubeletConfig), 'root-dir')
  const path = (flag && bare(flag)) || '/var/lib/kubelet'
  const status = (await probe.status([path], {follow: true})).get(path)
  return status?.state === 'read' ? status.value.realPath : path
}
