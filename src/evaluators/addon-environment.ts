import {at, type Located} from '../facts/value.ts'
import {itemsOf, nodeAt} from '../text/document.ts'
import {type AddonObject, addonsOfKind} from './addon-manifests.ts'

/** The values that workloads in manifests on this host give an environment variable, each with its line. */
export function addonVariables(objects: readonly AddonObject[], variable: string): readonly Located<string>[] {
  return addonsOfKind(objects, 'DaemonSet', 'Deployment', 'Pod').flatMap(({path, document}) => {
    const spec = nodeAt(document, 'spec', 'template', 'spec') ?? nodeAt(document, 'spec')
    const containers = ['containers', 'initContainers'].flatMap((key) => itemsOf(nodeAt(spec, key)) ?? [])
    const entries = containers.flatMap((container) => itemsOf(nodeAt(container, 'env')) ?? [])
    return entries.flatMap((entry) => {
      const value = nodeAt(entry, 'value')
      const isIt = nodeAt(entry, 'name')?.value === variable && typeof value?.value === 'string'
      return isIt && value ? [at(String(value.value), {kind: 'file' as const, path, line: value.line})] : []
    })
  })
}
