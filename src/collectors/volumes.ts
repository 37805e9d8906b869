import {type MountedVolume, podVolumes} from '../evaluators/pod-volumes.ts'
import {type ContainerTypes, containerTypes, isUnconfined, mayRead} from '../evaluators/selinux-access.ts'
import {labelOf} from '../evaluators/selinux-labels.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import type {FileStatus, Reading} from '../facts/probe.ts'
import {absent, at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {canonicalSelinuxType, categoriesOf, reachesLevel, type SelinuxContext} from '../text/selinux-context.ts'

/** The labels of volumes that running containers mount. */
export const volumes = collector({
  name: 'volumes',
  about: 'Volumes of running pods that the kubelet fills, and whether SELinux lets their containers use them.',
  fields: {
    mounted: list('Each volume with each kind of label under which a confined container mounts it.', {
      name: string('The UID of the pod and the name of the volume, as in `6b1f…/kube-api-access-7k2lm`.'),
      kind: string('`secret`, `projected`, `downwardAPI`, `configMap` or `emptyDir`.'),
      path: string('The directory of the volume.'),
      type: string('The SELinux type of that directory, aliases resolved.'),
      level: string('The SELinux level of that directory, as in `s0:c1,c2`; empty without one.'),
      processType: string('The SELinux type of the container.'),
      processLevel: string('The SELinux level of the container; empty without one.'),
      parts: list(
        'The directory and, of what is filled atomically, the `..data` link, what it leads to and one file.',
        {
          name: string('The path.'),
          type: string('Its SELinux type, aliases resolved.'),
          isReadable: bool('The policy lets the container read files of this type.'),
          isReached: bool('The container has all SELinux categories of its level.'),
        },
      ),
    }),
  },
  async collect(probe) {
    const found = await probe.once(podVolumes)
    if (found.state === 'absent') return absent(found.reason)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const [types, statuses] = await Promise.all([
      probe.once(containerTypes),
      probe.status(found.volumes.flatMap(pathsOf), {labels: true}),
    ])
    return {mounted: found.volumes.flatMap((volume) => itemsOf(volume, statuses, types))}
  },
})

/** The paths whose labels tell about a volume: files made later inherit the label of the directory they are made in. */
function pathsOf({path, names}: MountedVolume): readonly string[] {
  if (!names?.includes('..data')) return [path]
  const dated = names.filter((name) => /^\.\.\d{4}_/.test(name))
  const file = names.find((name) => !name.startsWith('..'))
  return [path, `${path}/..data`, ...[...dated, ...(file ? [`..data/${file}`] : [])].map((name) => `${path}/${name}`)]
}

type Statuses = ReadonlyMap<string, Reading<FileStatus>>

/** A volume for each label under which a confined container mounts it; nearly always there is one. */
function itemsOf(volume: MountedVolume, statuses: Statuses, types: ContainerTypes) {
  const contexts = new Map<string, SelinuxContext | Unknown>()
  for (const {context} of volume.containers) {
    if (context instanceof Unknown) contexts.set('', context)
    else if (context && !isUnconfined(context.type)) contexts.set(`${context.type}:${context.level}`, context)
  }
  const paths = pathsOf(volume).filter((path) => isInUse(volume.path, path, statuses))
  return [...contexts.values()].map((process) => itemOf(volume, process, paths, statuses, types))
}

function itemOf(
  {pod, name, kind, path}: MountedVolume,
  process: SelinuxContext | Unknown,
  paths: readonly string[],
  statuses: Statuses,
  types: ContainerTypes,
) {
  const {type, level} = labelLeaves(labelOf(path, statuses.get(path)), {kind: 'file', path})
  const own = labelLeaves(process)
  const parts = paths.map((part) => {
    const source: Origin = {kind: 'file', path: part}
    const label = labelOf(part, statuses.get(part))
    return {
      name: part,
      type: labelLeaves(label, source).type,
      isReadable: settled(readability(types, process, label), source),
      isReached: settled(reach(process, label), source),
    }
  })
  return {name: `${pod}/${name}`, kind, path, type, level, processType: own.type, processLevel: own.level, parts}
}

/** What was replaced by an update is no longer in use: of dated directories only the one that `..data` leads to counts. */
function isInUse(volume: string, path: string, statuses: Statuses): boolean {
  if (statuses.get(path)?.state === 'absent') return false
  const name = path.slice(volume.length + 1)
  const link = statuses.get(`${volume}/..data`)
  return !/^\.\.\d{4}_[^/]*$/.test(name) || link?.state !== 'read' || link.value.target === name
}

function labelLeaves(label: SelinuxContext | Unknown, source?: Origin): {type: Leaf<string>; level: Leaf<string>} {
  if (label instanceof Unknown) return {type: label, level: label}
  return {type: at(canonicalSelinuxType(label.type), source), level: at(label.level ?? '', source)}
}

function readability(types: ContainerTypes, process: SelinuxContext | Unknown, file: SelinuxContext | Unknown) {
  if (file instanceof Unknown) return file
  const fileType = canonicalSelinuxType(file.type)
  const processType = process instanceof Unknown ? undefined : canonicalSelinuxType(process.type)
  const isReadable = mayRead(types, processType, fileType)
  if (isReadable === undefined && process instanceof Unknown) return process
  return isReadable ?? unknown(`only the rules of the policy tell whether ${processType} may read ${fileType}`)
}

/** Files without categories are open to all; a process without a level is of a policy that has none. */
function reach(process: SelinuxContext | Unknown, file: SelinuxContext | Unknown) {
  if (file instanceof Unknown) return file
  if (file.level === undefined || categoriesOf(file.level)?.size === 0) return true
  if (process instanceof Unknown) return process
  const isReached = process.level === undefined || reachesLevel(process.level, file.level)
  return isReached ?? unknown(`a level has an unknown shape: ${process.level}, ${file.level}`)
}

function settled(answer: boolean | Unknown, source: Origin): Leaf<boolean> {
  return answer instanceof Unknown ? answer : at(answer, source)
}
