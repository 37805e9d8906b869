import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {canonicalSelinuxType} from '../text/selinux-context.ts'
import {manifestDirectories, manifestDirectoryGap, staticPods} from './manifest-components.ts'

/** A path of the host that a container mounts, and where the manifest names it. */
interface HostPathMount {
  readonly path: string
  readonly source: Origin
}

/** A container of a static pod, init containers among them, as SELinux will treat it. */
interface StaticContainer {
  readonly name: string
  readonly file: string
  /** The type the manifest asks for, canonical; empty where the runtime chooses. */
  readonly type: string
  /** The level the manifest asks for; empty where the runtime chooses one of its own. */
  readonly level: string
  /** Runtimes run privileged containers and those in the host's process or IPC namespace unconfined. */
  readonly isFree: boolean
  /** False with `allowPrivilegeEscalation: false`, which makes runtimes set no_new_privs. */
  readonly mayGainPrivileges: boolean
  readonly hostPaths: readonly HostPathMount[]
}

/** The containers of static pods, or why some are not known. */
export type StaticContainers =
  | {readonly state: 'read'; readonly containers: readonly StaticContainer[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Reads how SELinux will treat the containers of this host's static pods and which host paths they mount. */
export async function staticPodContainers(probe: Probe): Promise<StaticContainers> {
  const directories = await manifestDirectories(probe)
  const hidden = (await Promise.all(directories.map((directory) => hiddenManifest(probe, directory)))).find(Boolean)
  if (hidden) return hidden
  const pods = (await Promise.all(directories.map((directory) => staticPods(probe, directory)))).flat()
  const containers = pods.flatMap(({path, document}) => {
    const spec = nodeAt(document, 'spec')
    const all = ['initContainers', 'containers'].flatMap((key) => itemsOf(nodeAt(spec, key)) ?? [])
    return all.map((container) => containerOf(container, spec, path))
  })
  return {state: 'read', containers}
}

/** kubeadm lets only root read manifests. */
async function hiddenManifest(
  probe: Probe,
  directory: string,
): Promise<(StaticContainers & {state: 'unknown'}) | undefined> {
  const listed = await probe.list(directory)
  if (listed.state === 'unreadable') return {...listed, state: 'unknown', reason: `${directory} ${listed.reason}`}
  const unused = listed.state === 'read' ? await manifestDirectoryGap(probe, directory) : undefined
  if (unused) return {state: 'unknown', reason: unused.reason, source: unused.source ?? listed.source}
  const names = listed.state === 'read' ? listed.value.filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name)) : []
  const texts = await Promise.all(names.map((name) => probe.readFile(`${directory}/${name}`)))
  for (const [index, text] of texts.entries()) {
    const path = `${directory}/${names[index]}`
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
  }
  return undefined
}

function containerOf(container: DocumentNode, spec: DocumentNode | undefined, file: string): StaticContainer {
  const isTrue = (node: DocumentNode | undefined) => node?.value === true
  const asked = (key: string) => {
    const own = nodeAt(container, 'securityContext', 'seLinuxOptions', key)
    const value = (own ?? nodeAt(spec, 'securityContext', 'seLinuxOptions', key))?.value
    return typeof value === 'string' ? value : ''
  }
  const shares = isTrue(nodeAt(spec, 'hostPID')) || isTrue(nodeAt(spec, 'hostIPC'))
  const mounted = new Set(
    (itemsOf(nodeAt(container, 'volumeMounts')) ?? []).map((mount) => nodeAt(mount, 'name')?.value),
  )
  return {
    name: String(nodeAt(container, 'name')?.value ?? ''),
    file,
    type: canonicalSelinuxType(asked('type')),
    level: asked('level'),
    isFree: shares || isTrue(nodeAt(container, 'securityContext', 'privileged')),
    mayGainPrivileges: nodeAt(container, 'securityContext', 'allowPrivilegeEscalation')?.value !== false,
    hostPaths: (itemsOf(nodeAt(spec, 'volumes')) ?? []).flatMap((volume) => {
      const path = mounted.has(nodeAt(volume, 'name')?.value) ? nodeAt(volume, 'hostPath', 'path') : undefined
      if (typeof path?.value !== 'string') return []
      return [
        {path: path.value.replace(/(?<=.)\/+$/, ''), source: {kind: 'file' as const, path: file, line: path.line}},
      ]
    }),
  }
}
