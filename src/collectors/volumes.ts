import {mountLabels} from '../evaluators/mount-labels.ts'
import type {PodContainer} from '../evaluators/pod-containers.ts'
import {type PodVolume, podVolumes} from '../evaluators/pod-volumes.ts'
import {type ContainerTypes, containerTypes, isUnconfined, mayRead} from '../evaluators/selinux-access.ts'
import {labelOf} from '../evaluators/selinux-labels.ts'
import {mountsWhole} from '../evaluators/volume-mounts.ts'
import {collector} from '../facts/collector.ts'
import {list, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {canonicalSelinuxType, categoriesOf, reachesLevel, type SelinuxContext} from '../text/selinux-context.ts'

const fields = {
  name: string('The UID of the pod and the name of the volume, as in `6b1f…/kube-api-access-7k2lm`.'),
  kind: string('`secret`, `projected`, `downwardAPI`, `configMap` or `emptyDir`.'),
  path: string('The directory of the volume.'),
  type: string('The SELinux type of that directory, aliases resolved.'),
  level: string('The SELinux level of that directory, as in `s0:c1,c2`; empty without one.'),
  processType: string('The SELinux type of the container.'),
  processLevel: string('The SELinux level of the container; empty without one.'),
  closedPath: string(
    'The first path in it that the policy does not let the container read; empty when it may read all.',
  ),
  closedType: string('The SELinux type of that path; empty when there is none.'),
  foreignPath: string('The first path in it with categories that the container lacks; empty when it has all.'),
}

/** The labels of volumes that running containers mount. */
export const volumes = collector({
  name: 'volumes',
  about:
    'Volumes of running pods by each label of the confined containers of the pod. What a container cannot use is told only where it mounts the whole volume.',
  fields: {
    mounted: list('Each volume with each label of the confined containers of its pod.', fields),
  },
  async collect(probe) {
    const found = await probe.once(podVolumes)
    if (found.state === 'absent') return absent(found.reason)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const [types, places, labelByMount] = await Promise.all([
      probe.once(containerTypes),
      placesOf(probe, found.volumes),
      probe.once(mountLabels),
    ])
    const statuses = await probe.status([...places.values()].flat(), {labels: true, unresolved: true})
    const labelAt = (path: string) => labelByMount(path)?.context ?? labelOf(path, statuses.get(path))
    const items = [...places].map(([volume, paths]) => {
      const seen = paths.filter((path) => statuses.get(path)?.state !== 'absent')
      return itemsOf(probe, volume, seen, labelAt, types)
    })
    return {mounted: (await Promise.all(items)).flat()}
  },
})

/**
 * The paths whose labels tell about each volume: files made later inherit the label of the directory they are made in. Of
 * several dated directories, as an update leaves them for a moment, only the one that `..data` leads to is in use.
 */
async function placesOf(probe: Probe, found: readonly PodVolume[]): Promise<ReadonlyMap<PodVolume, readonly string[]>> {
  const datedIn = ({names}: PodVolume) => names.filter((name) => name.startsWith('..2'))
  const links = await probe.status(
    found.filter((volume) => datedIn(volume).length > 1).map(({path}) => `${path}/..data`),
  )
  return new Map(
    found.map((volume) => {
      const {path, names} = volume
      if (!names.includes('..data')) return [volume, [path]]
      const link = links.get(`${path}/..data`)
      const target = link?.state === 'read' ? link.value.target : undefined
      const dated = target === undefined ? datedIn(volume) : datedIn(volume).filter((name) => name === target)
      const file = names.find((name) => !name.startsWith('..'))
      const inside = ['..data', ...dated, ...(file === undefined ? [] : [`..data/${file}`])]
      return [volume, [path, ...inside.map((name) => `${path}/${name}`)]]
    }),
  )
}

type LabelAt = (path: string) => SelinuxContext | Unknown

/** A volume for each label under which a confined container mounts it; nearly always there is one. */
async function itemsOf(
  probe: Probe,
  volume: PodVolume,
  paths: readonly string[],
  labelAt: LabelAt,
  types: ContainerTypes,
) {
  const perLabel = new Map<string, {process: SelinuxContext | Unknown; containers: PodContainer[]}>()
  for (const container of volume.containers) {
    const process = container.context
    if (!process || (!(process instanceof Unknown) && isUnconfined(process.type))) continue
    const label = process instanceof Unknown ? '' : `${canonicalSelinuxType(process.type)}:${process.level}`
    const known = perLabel.get(label)
    if (known) known.containers.push(container)
    else perLabel.set(label, {process, containers: [container]})
  }
  const items = [...perLabel.values()].map(async ({process, containers}) => {
    const item = itemOf(volume, process, paths, labelAt, types)
    if (item.closedPath === '' && item.foreignPath === '') return item
    const mounting = await Promise.all(containers.map((container) => mountsWhole(probe, volume, container)))
    return mounting.includes(true) ? item : undefined
  })
  return (await Promise.all(items)).filter((item) => item !== undefined)
}

function itemOf(
  {pod, name, kind, path}: PodVolume,
  process: SelinuxContext | Unknown,
  paths: readonly string[],
  labelAt: LabelAt,
  types: ContainerTypes,
) {
  const parts = paths.map((part) => ({part, label: labelAt(part)}))
  const own = labelLeaves(process)
  const closed = firstRefused(parts, (label) => readability(types, process, label))
  const foreign = firstRefused(parts, (label) => reach(process, label))
  return {
    name: `${pod}/${name}`,
    kind,
    path,
    ...labelLeaves(parts[0]?.label ?? unknown(`${path} is not there`), {kind: 'file', path}),
    processType: own.type,
    processLevel: own.level,
    closedPath: closed.path,
    closedType: closed.type,
    foreignPath: foreign.path,
  }
}

interface Part {
  readonly part: string
  readonly label: SelinuxContext | Unknown
}

/** The first path that is refused; where none is, what kept one from being judged, else the empty path. */
function firstRefused(parts: readonly Part[], ask: (label: SelinuxContext | Unknown) => boolean | Unknown) {
  let gap: Unknown | undefined
  for (const {part, label} of parts) {
    const answer = ask(label)
    if (answer instanceof Unknown) gap ??= answer
    else if (!answer) {
      const source: Origin = {kind: 'file', path: part}
      return {path: at(part, source), type: labelLeaves(label, source).type}
    }
  }
  return gap ? {path: gap, type: gap} : {path: '', type: ''}
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
