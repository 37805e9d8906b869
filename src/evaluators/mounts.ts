import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type Mount, mountOf, parseFstab, parseMountinfo} from '../text/mountinfo.ts'
import {unitValue} from '../text/systemd-merge.ts'
import {placeOrigin, unit} from './unit.ts'

/** The mount that a path lies on and where it is written; undefined where no line speaks of it. */
export type MountAt =
  | {readonly state: 'read'; readonly mount: Mount | undefined; readonly source: Origin}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * The mount that covers a path, links followed: of the running machine, or offline the one that fstab or a mount unit makes
 * at boot. `probe.once(mountAt, '/opt/cni/bin')`.
 */
export async function mountAt(probe: Probe, path: string): Promise<MountAt> {
  const status = (await probe.status([path], {follow: true})).get(path)
  const real = status?.state === 'read' ? status.value.realPath : path
  const mountinfo = probe.mode === 'root' ? undefined : await probe.readFile('/proc/self/mountinfo')
  if (mountinfo?.state === 'unreadable') {
    return {state: 'unknown', reason: `/proc/self/mountinfo ${mountinfo.reason}`, source: mountinfo.source}
  }
  if (mountinfo?.state === 'read') return covering(parseMountinfo(mountinfo.value), '/proc/self/mountinfo', real)
  const fstab = await probe.readFile('/etc/fstab')
  if (fstab.state === 'unreadable') {
    return {state: 'unknown', reason: `/etc/fstab ${fstab.reason}`, source: fstab.source}
  }
  const written = covering(parseFstab(fstab.state === 'read' ? fstab.value : ''), '/etc/fstab', real)
  const below = written.state === 'read' ? (written.mount?.mountPoint.length ?? 0) : 0
  return (await mountUnit(probe, real, below)) ?? written
}

/** Whether programs on a mount may not be run: the last of the options that say so counts (mount(8)). */
export function forbidsPrograms(mount: Mount | undefined): boolean {
  const words = mount?.options.filter((option) => ['exec', 'noexec', 'user', 'users'].includes(option)) ?? []
  return words.length > 0 && words.at(-1) !== 'exec'
}

/** Whether a mount or its file system is read-only. */
export function isReadOnly(mount: Mount | undefined): boolean {
  return mount !== undefined && [mount.options, mount.superOptions].some((words) => lastMode(words) === 'ro')
}

function lastMode(options: readonly string[]): string | undefined {
  return options.findLast((option) => option === 'ro' || option === 'rw')
}

function covering(mounts: readonly Mount[], path: string, real: string): MountAt {
  const mount = mountOf(mounts, real)
  return {state: 'read', mount, source: {kind: 'file', path, ...(mount ? {line: mount.line} : {})}}
}

/** The mount unit of the path or of the closest directory above it that is longer than the mount point already found. */
async function mountUnit(probe: Probe, path: string, longerThan: number): Promise<MountAt | undefined> {
  for (let point = path; point.length > Math.max(longerThan, 1); point = point.slice(0, point.lastIndexOf('/'))) {
    const found = await probe.once(unit, `${escaped(point)}.mount`)
    if (found.state !== 'found') continue
    const options = unitValue(found, 'Mount', 'Options')
    const words = options?.value.split(',').map((word) => word.trim()) ?? []
    const source = options ? placeOrigin(options) : ({kind: 'file', path: found.path} as const)
    const [line = 0, fsType, what] = [
      options?.line,
      unitValue(found, 'Mount', 'Type'),
      unitValue(found, 'Mount', 'What'),
    ]
    const mount: Mount = {
      root: '/',
      mountPoint: point,
      options: words,
      superOptions: words,
      propagation: [],
      fsType: fsType?.value ?? '',
      source: what?.value ?? '',
      device: '',
      line,
    }
    return {state: 'read', mount, source}
  }
  return undefined
}

/** A path as systemd-escape(1) spells it in the name of a mount unit. */
function escaped(path: string): string {
  return [...path.slice(1)]
    .map((char, index) => {
      if (char === '/') return '-'
      const isPlain = /[A-Za-z0-9:_.]/.test(char) && !(index === 0 && char === '.')
      return isPlain ? char : [...new TextEncoder().encode(char)].map((byte) => `\\x${byte.toString(16)}`).join('')
    })
    .join('')
}
