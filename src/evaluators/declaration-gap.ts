import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {manifestDirectories} from './manifest-components.ts'
import {microk8sArguments, microk8sDirectory} from './microk8s-arguments.ts'

/** A place that may declare ranges and cannot be read; undefined where every such place could be. */
export async function declarationGap(
  probe: Probe,
): Promise<{readonly reason: string; readonly source: Origin} | undefined> {
  for (const directory of await manifestDirectories(probe)) {
    const listed = await probe.list(directory)
    if (listed.state === 'unreadable') return {reason: `${directory} ${listed.reason}`, source: listed.source}
    for (const name of listed.state === 'read' ? listed.value : []) {
      const path = `${directory}/${name}`
      const text = await probe.readFile(path)
      if (text.state === 'unreadable' && components.test(name))
        return {reason: `${path} ${text.reason}`, source: text.source}
    }
  }
  for (const component of ['kube-apiserver', 'kube-controller-manager', 'kube-proxy']) {
    const words = await microk8sArguments(probe, component)
    if (words.state === 'unreadable') {
      return {reason: `${microk8sDirectory}/${component} ${words.reason}`, source: words.source}
    }
  }
  return undefined
}

const components = /apiserver|controller-manager|proxy/
