import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type Mount, mountOf, parseFstab, parseMountinfo} from '../text/mountinfo.ts'
import {readSelinuxContext, type SelinuxContext} from '../text/selinux-context.ts'

/** The label that a mount gives to all its files, and the line that says so. */
export interface MountLabel {
  readonly context: SelinuxContext
  readonly source: Origin
}

/** Tells the label of a path by its mount; undefined where files have labels of their own. */
export type MountLabels = (path: string) => MountLabel | undefined

/**
 * Reads which mounts are made with `context=` (mount(8)): under them the labels of files and of the policy count for nothing.
 * Of a mounted root those that fstab makes at boot: `probe.once(mountLabels)`.
 */
export async function mountLabels(probe: Probe): Promise<MountLabels> {
  const mountinfo = probe.mode === 'root' ? undefined : await probe.readFile('/proc/self/mountinfo')
  const isLive = mountinfo !== undefined && mountinfo.state !== 'absent'
  const [path, parse] = isLive ? ['/proc/self/mountinfo', parseMountinfo] : ['/etc/fstab', parseFstab]
  const text = await probe.readFile(path)
  if (text.state !== 'read' || !text.value.includes('context=')) return () => undefined
  const mounts = parse(text.value)
  return (file) => {
    const mount = mountOf(mounts, file)
    const context = mount && contextOf(mount)
    if (!mount || !context) return undefined
    return {context, source: {kind: 'file', path, line: mount.line}}
  }
}

function contextOf({options, superOptions}: Mount): SelinuxContext | undefined {
  const option = [...superOptions, ...options].find((word) => word.startsWith('context='))
  return option === undefined ? undefined : readSelinuxContext(option.slice('context='.length).replaceAll('"', ''))
}
