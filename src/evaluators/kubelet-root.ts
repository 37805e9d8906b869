import type {Probe} from '../facts/probe.ts'
import {bare, sourceOf} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'

/** Where the kubelet keeps pods and volumes, links followed; the usual place where nothing tells. */
export async function kubeletRootDirectory(probe: Probe): Promise<{readonly path: string; readonly source?: Source}> {
  const flag = kubeletFlag(await probe.once(kubeletConfig), 'root-dir')
  const path = (flag && bare(flag)) || '/var/lib/kubelet'
  const source = path === '/var/lib/kubelet' ? undefined : sourceOf(flag)
  const status = (await probe.status([path], {follow: true})).get(path)
  return {path: status?.state === 'read' ? status.value.realPath : path, ...(source ? {source} : {})}
}
