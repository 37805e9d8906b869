import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'

/** The running kernel's release, or offline the one the default boot entry starts: `probe.once(kernelRelease)`. */
export async function kernelRelease(probe: Probe): Promise<Leaf<string>> {
  if (probe.mode !== 'root') {
    const running = await probe.readFile('/proc/sys/kernel/osrelease')
    if (running.state === 'read' && running.value.trim() !== '') return at(running.value.trim(), running.source)
  }
  const releases = await installedKernels(probe)
  const [only] = releases
  const directory: Origin = {kind: 'file', path: '/lib/modules'}
  if (only === undefined) return unknown('no kernel is installed below /lib/modules', directory)
  if (releases.length === 1) return at(only, {kind: 'file', path: `/lib/modules/${only}`})
  const booted = (await savedEntry(probe)) ?? (await firstMenuEntry(probe)) ?? (await linkedImage(probe))
  const release = booted && bare(booted)
  if (booted && release !== undefined && releases.includes(release)) return booted
  return unknown(
    `several kernels are installed (${releases.join(', ')}) and the default boot entry does not tell`,
    directory,
  )
}

/** Kernels with modules: what removed kernels leave behind has no modules.dep. */
async function installedKernels(probe: Probe): Promise<readonly string[]> {
  const listed = await probe.list('/lib/modules')
  const merged = listed.state === 'read' ? listed : await probe.list('/usr/lib/modules')
  const directory = listed.state === 'read' ? '/lib/modules' : '/usr/lib/modules'
  const names = merged.state === 'read' ? merged.value.filter((name) => /^\d/.test(name)) : []
  const statuses = await probe.status(names.map((name) => `${directory}/${name}/modules.dep`))
  const complete = names.filter((name) => statuses.get(`${directory}/${name}/modules.dep`)?.state === 'read')
  return complete.length > 0 ? complete : names
}

/** The boot loader specification entry that grubenv names, as on Fedora and its relatives. */
async function savedEntry(probe: Probe): Promise<Located<string> | undefined> {
  for (const path of ['/boot/grub2/grubenv', '/boot/grub/grubenv']) {
    const environment = await probe.readFile(path)
    const entry = environment.state === 'read' && /^saved_entry=(\S+)$/m.exec(environment.value)?.[1]
    if (!entry) continue
    const file = `/boot/loader/entries/${entry}.conf`
    const text = await probe.readFile(file)
    const release = text.state === 'read' && /^linux\s+\S*vmlinuz-(\S+)/m.exec(text.value)?.[1]
    if (release) return at(release, {kind: 'file', path: file})
  }
  return undefined
}

/** The first menu entry of grub.cfg, where that is the default. */
async function firstMenuEntry(probe: Probe): Promise<Located<string> | undefined> {
  const path = '/boot/grub/grub.cfg'
  const text = await probe.readFile(path)
  if (text.state !== 'read' || !/^\s*set default="0"/m.test(text.value)) return undefined
  const saved = /^\s*set default="\$\{saved_entry\}"/m.test(text.value)
  const release = /^\s*linux\s+\S*vmlinuz-(\S+)/m.exec(text.value)?.[1]
  return release === undefined || saved ? undefined : at(release, {kind: 'file', path})
}

/** Distributions without a menu, and SUSE's and Debian's links to the newest kernel. */
async function linkedImage(probe: Probe): Promise<Located<string> | undefined> {
  const paths = ['/boot/vmlinuz', '/vmlinuz', '/boot/Image']
  for (const [path, status] of await probe.status(paths)) {
    const release = status.state === 'read' && /\/(?:vmlinuz|Image)-([^/]+)$/.exec(status.value.realPath)?.[1]
    if (release) return at(release, {kind: 'file', path})
  }
  return undefined
}
