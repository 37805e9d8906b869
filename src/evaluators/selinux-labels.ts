import type {FileStatus, Probe, Reading} from '../facts/probe.ts'
import {at, type Leaf, Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {canonicalSelinuxType, readSelinuxContext, type SelinuxContext} from '../text/selinux-context.ts'
import {mountLabels} from './mount-labels.ts'
import {labelPolicy, policyType} from './selinux-file-contexts.ts'

/**
 * A file with its label. `path` is where its links end; `type` is canonical.
 */
export interface LabelledFile {
  readonly path: string
  readonly fileType: FileStatus['type']
  readonly exists: boolean
  /** Why nobody can tell whether it is there. */
  readonly gap: Unknown | undefined
  /** It could be looked at and carries no label. */
  readonly isBare: boolean
  readonly type: Leaf<string>
  /** Its level, as in `s0:c1,c2`; empty where it has none or is not known. */
  readonly level: string
  /** Its mount gives it that label, whatever the policy says. */
  readonly isLabelledByMount: boolean
}

/** The labels of many paths at once, links followed. */
export async function labelledFiles(
  probe: Probe,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LabelledFile>> {
  const unique = [...new Set(paths)]
  const [labels, plain, labelByMount] = await Promise.all([
    probe.status(unique, {follow: true, labels: true, unresolved: true}),
    probe.status(unique, {follow: true}),
    probe.once(mountLabels),
  ])
  return new Map(
    unique.map((path): [string, LabelledFile] => {
      const [status, label] = [plain.get(path), labels.get(path)]
      const found = status?.state === 'read' ? status.value : undefined
      const real = found?.realPath ?? path
      const mounted = found && labelByMount(real)
      const file = {
        path: real,
        fileType: found?.type ?? 'directory',
        exists: found !== undefined,
        gap: status?.state === 'unreadable' ? unknown(`${path}: ${status.reason}`, status.source) : undefined,
        isBare: !mounted && label?.state === 'read' && label.value.selinux === undefined,
        type: mounted ? at(canonicalSelinuxType(mounted.context.type), mounted.source) : labelType(path, label),
        level: mounted ? (mounted.context.level ?? '') : levelOf(label),
        isLabelledByMount: mounted !== undefined,
      }
      return [path, file]
    }),
  )
}

/** The type the policy gives to a path, with the line that gives it; empty where it gives none. */
export async function expectedType(probe: Probe, path: string, fileType: FileStatus['type']): Promise<Leaf<string>> {
  const policy = await probe.once(labelPolicy)
  if (policy.state === 'unknown') return unknown(policy.reason, policy.source)
  const found = policyType(policy, path, fileType)
  return found ? at(found.type, found.source) : ''
}

/** The canonical type of a label that was read, with the path as its place. */
function labelType(path: string, status: Reading<FileStatus> | undefined): Leaf<string> {
  const label = labelOf(path, status)
  return label instanceof Unknown ? label : at(canonicalSelinuxType(label.type), {kind: 'file', path})
}

function levelOf(status: Reading<FileStatus> | undefined): string {
  return (status?.state === 'read' && readSelinuxContext(status.value.selinux ?? '')?.level) || ''
}

/** The label of a path. A running SELinux labels every file, so none is a gap, not an answer. */
export function labelOf(path: string, status: Reading<FileStatus> | undefined): SelinuxContext | Unknown {
  const source: Origin = {kind: 'file', path}
  if (status?.state === 'unreadable') return unknown(`${path}: ${status.reason}`, source)
  if (status?.state !== 'read') return unknown(`${path} is not there`, source)
  return readSelinuxContext(status.value.selinux ?? '') ?? unknown(`${path} carries no SELinux label`, source)
}
