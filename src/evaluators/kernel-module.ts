import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {
  concernsModule,
  installsNothing,
  moduleName,
  readModprobeConf,
  readModulesDep,
  readProcModules,
} from '../text/modules.ts'
import {readConfDirectories} from './conf-directories.ts'
import {kernelRelease} from './kernel-release.ts'

/**
 * How the kernel has a module: `loaded`, `builtin`, `available` to be loaded, `blocked` by modprobe.d or `missing`:
 * `probe.once(moduleState, 'br_netfilter')`.
 */
export async function moduleState(probe: Probe, module: string): Promise<Leaf<string>> {
  const name = moduleName(module)
  const running = probe.mode === 'root' ? undefined : await probe.readFile('/proc/modules')
  const line = running?.state === 'read' ? readProcModules(running.value).get(name)?.line : undefined
  if (line !== undefined) return at('loaded', {kind: 'file', path: '/proc/modules', line})
  const release = await probe.once(kernelRelease)
  if (release instanceof Unknown) return release
  const version = bare(release) ?? ''
  for (const [file, state] of [
    ['modules.builtin', 'builtin'],
    ['modules.dep', 'available'],
  ] as const) {
    const path = `/lib/modules/${version}/${file}`
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return unknown(`${path} ${text.reason}`, text.source)
    const found = text.state === 'read' ? readModulesDep(text.value).get(name) : undefined
    if (!found) continue
    const blocked = state === 'available' ? await blockingPlace(probe, name) : undefined
    return blocked ?? at(state, {kind: 'file', path, line: found.line})
  }
  return at('missing', {kind: 'file', path: `/lib/modules/${version}`})
}

/** An `install` line that loads nothing keeps modprobe from loading; `blacklist` stops aliases only. */
async function blockingPlace(probe: Probe, name: string): Promise<Leaf<string> | undefined> {
  const read = await readConfDirectories(probe, [
    '/etc/modprobe.d',
    '/run/modprobe.d',
    '/usr/local/lib/modprobe.d',
    '/usr/lib/modprobe.d',
    '/lib/modprobe.d',
  ])
  if (read.state === 'unknown') return unknown(read.reason, read.source)
  for (const {path, text} of read.files) {
    const block = readModprobeConf(text).find((command) => concernsModule(command, name) && installsNothing(command))
    if (block) return at('blocked', {kind: 'file', path, line: block.line})
  }
  return undefined
}
