import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import {environmentDeclarationsGap} from './environment-declarations.ts'
import {k0sGap} from './k0s-ranges.ts'
import {manifestDirectories, manifestDirectoryGap} from './manifest-components.ts'
import {microk8sArguments, microk8sDirectory} from './microk8s-arguments.ts'
import {overlayGap} from './overlay.ts'
import {podConfigMapGap} from './pod-config-maps.ts'
import {rancherGap} from './rancher-config.ts'
import {runningComponentsGap} from './running-components.ts'

/** A place that may declare ranges and cannot be read; undefined where every such place could be. */
export async function declarationGap(probe: Probe): Promise<Unknown | undefined> {
  return (
    (await probe.once(componentGap)) ??
    (await probe.once(rancherGap)) ??
    (await probe.once(k0sGap)) ??
    (await probe.once(podConfigMapGap, 'kube-proxy', 'config.conf')) ??
    (await probe.once(environmentDeclarationsGap)) ??
    (await probe.once(overlayGap))
  )
}

/** A unit, manifest or file of arguments of a component that cannot be read. */
export async function componentGap(probe: Probe): Promise<Unknown | undefined> {
  for (const directory of await manifestDirectories(probe)) {
    const listed = await probe.list(directory)
    if (listed.state === 'unreadable') return unknown(`${directory} ${listed.reason}`, listed.source)
    const unused = listed.state === 'read' ? await manifestDirectoryGap(probe, directory) : undefined
    if (unused) return unused
    for (const name of listed.state === 'read' ? listed.value : []) {
      const path = `${directory}/${name}`
      const text = await probe.readFile(path)
      if (text.state === 'unreadable' && components.test(name)) return unknown(`${path} ${text.reason}`, text.source)
    }
  }
  for (const component of ['kube-apiserver', 'kube-controller-manager', 'kube-proxy']) {
    const words = await microk8sArguments(probe, component)
    if (words.state === 'unreadable') {
      return unknown(`${microk8sDirectory}/${component} ${words.reason}`, words.source)
    }
  }
  return probe.once(runningComponentsGap)
}

const components = /apiserver|controller-manager|proxy/
