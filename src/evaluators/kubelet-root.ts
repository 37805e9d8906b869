import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {flagValue} from './component-flags.ts'
import {kubeletCommand} from './kubelet-command.ts'

/** Where the kubelet keeps pods and volumes, links followed; the usual place where nothing tells. */
export async function kubeletRootDirectory(probe: Probe): Promise<{readonly path: string; readonly source?: Source}> {
  const flag = flagValue((await probe.once(kubeletCommand)).flags, 'root-dir')
  const path = flag?.value || '/var/lib/kubelet'
  const source = path === '/var/lib/kubelet' ? undefined : flag?.source
  const status = (await probe.status([path], {follow: true})).get(path)
  return {path: status?.state === 'read' ? status.value.realPath : path, ...(source ? {source} : {})}
}
