import {type BundleMembers, keptContent, maxMembers, newBudget} from './bundle-member.ts'
import {normalPath} from './path.ts'
import type {SnapshotFile} from './snapshot-document.ts'
import {BadArchive, type TarMember, tarMembers} from './tar.ts'

/**
 * Reads a tar archive into memory, within bounds. Absolute names begin at the archive's root, names with `..` are left out,
 * of members with one name the last counts, as when it is unpacked.
 */
export async function archiveMembers(chunks: AsyncIterable<Uint8Array>): Promise<BundleMembers> {
  const members = new Map<string, SnapshotFile>()
  const budget = newBudget()
  let seen = 0
  for await (const member of tarMembers(chunks)) {
    seen += 1
    if (seen > maxMembers) throw new BadArchive(`holds more than ${maxMembers} members`)
    if (member.name.split('/').includes('..') || member.name.includes('\0')) continue
    const path = normalPath(member.name)
    const file = await memberFile(path, member, members)
    if (!file) continue
    if (file.content === undefined && file.base64 === undefined && member.flag === '0' && !member.isSparse) {
      members.set(path, {...file, ...(await keptContent({...member, path}, budget))})
    } else members.set(path, file)
  }
  return members
}

/** A member without its content, which a hard link shares with an earlier one. */
async function memberFile(path: string, member: TarMember, members: BundleMembers): Promise<SnapshotFile | undefined> {
  const status = statusOf(member)
  if (member.flag === '1') return members.get(normalPath(member.target)) ?? {...status, base64: '', size: 1}
  if (member.flag === '2') return member.target === '' ? undefined : {...status, symlink: member.target}
  if (member.flag === '5') return {...status, directory: true}
  if (member.flag === '6') return {...status, type: 'fifo'}
  if (member.flag === '3' || member.flag === '4') return {...status, type: 'device'}
  if (member.isSparse) return {...status, type: 'file', unreadable: 'is stored as a sparse file'}
  return path === '/' || member.flag !== '0' ? undefined : {...status, type: 'file'}
}

function statusOf({mode, uid, gid, modifiedMs}: TarMember): SnapshotFile {
  const modified = new Date(modifiedMs)
  return {
    mode: mode.toString(8).padStart(4, '0'),
    uid,
    gid,
    ...(Number.isNaN(modified.getTime()) ? {} : {mtime: modified.toISOString()}),
  }
}
