import type {ConsumerName, Need, StorageKind} from './tool-needs.ts'

const kubelet = (strength: Need['strength'], what: string): Need => ({by: 'kubelet', strength, what})
const declared = (kind: StorageKind, what: string): Need => ({by: `declared:${kind}`, strength: 'used', what})
const onlyXfs = (what: string): readonly Need[] => [
  kubelet('checked', `${what} XFS volumes with it`),
  declared('xfs', 'are formatted and grown with it'),
]
const helper = (kind: StorageKind): readonly Need[] => [
  {by: `volumes:${kind}`, strength: 'required', what: 'is mounted with it'},
  declared(kind, 'are mounted with it'),
]
const longhorn: readonly Need[] = [{by: 'longhorn' satisfies ConsumerName, strength: 'used', what: 'calls it'}]

/** Tools that one rule asks for together, by the name of the group and their file names. */
const toolGroups = {
  fileSystems: {
    blkid: [kubelet('used', 'reads the file systems of volumes with it')],
    fsck: [kubelet('used', 'checks volumes with it')],
    'mkfs.ext4': [kubelet('used', 'formats volumes with it')],
    resize2fs: [kubelet('used', 'grows volumes with it')],
    'mkfs.xfs': onlyXfs('formats'),
    xfs_growfs: onlyXfs('grows'),
    multipath: [declared('multipath', 'are put together with it')],
    cryptsetup: [declared('luks', 'are opened with it')],
  },
  longhorn: Object.fromEntries(
    ['findmnt', 'lsblk', 'blkid', 'bash', 'curl', 'grep', 'awk'].map((program) => [program, longhorn]),
  ),
  mountHelpers: {
    'mount.nfs': helper('nfs'),
    'mount.cifs': helper('cifs'),
    'mount.ceph': helper('cephfs'),
    'mount.glusterfs': helper('glusterfs'),
    'mount.efs': helper('efs'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Need[]>>>>

/** A group of tools as a fact's field calls it. */
export type ToolGroup = keyof typeof toolGroups

/** Every group of the table. */
export const toolGroupNames = Object.keys(toolGroups) as readonly ToolGroup[]

/** What the programs of a group are for. */
export const aboutGroup: Readonly<Record<ToolGroup, string>> = {
  fileSystems: 'Programs that make, check and grow the file systems of volumes',
  longhorn: 'Programs that Longhorn calls on the host',
  mountHelpers: 'Helpers that mount(8) runs for network file systems',
}

/** The tools of a group and who needs each. */
export function toolsOf(group: ToolGroup): readonly (readonly [program: string, needs: readonly Need[]])[] {
  return Object.entries(toolGroups[group])
}

/** Who needs a tool of a group. */
export function needsInGroup(group: ToolGroup, program: string): readonly Need[] {
  const needs: Readonly<Record<string, readonly Need[]>> = toolGroups[group]
  return needs[program] ?? []
}
