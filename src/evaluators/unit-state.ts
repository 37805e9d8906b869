import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {unitDirectories} from './unit-directories.ts'

/** Whether something starts the unit at boot: a link to it in a `*.wants` or `*.requires` directory, whatever systemctl says. */
export async function isEnabled(probe: Probe, name: string): Promise<Leaf<boolean>> {
  const {links, gap} = await probe.once(startLinks)
  const path = links.get(name)
  if (path !== undefined) return at(true, {kind: 'file', path})
  return gap ? unknown(gap.reason, gap.source) : false
}

/**
 * Whether the unit is started, crash loops included: since version 236 systemd keeps /run/systemd/units/invocation:<unit>
 * for as long, before that its control group tells. Unknown where no system runs.
 */
export async function isActive(probe: Probe, name: string): Promise<Leaf<boolean>> {
  if (probe.mode === 'root') return unknown('a mounted root file system runs no units')
  const [link, ...groups] = [
    `/run/systemd/units/invocation:${name}`,
    `/sys/fs/cgroup/systemd/system.slice/${name}`,
    `/sys/fs/cgroup/system.slice/${name}`,
  ] as const
  const statuses = await probe.status([link, ...groups])
  const found = [link, ...groups].find((path) => statuses.get(path)?.state === 'read')
  if (found !== undefined) return at(true, {kind: 'file', path: found})
  const refused = statuses.get(link)
  if (refused?.state === 'unreadable') return unknown(`${link} ${refused.reason}`, refused.source)
  const witnesses = ['/run/systemd/units', '/sys/fs/cgroup/systemd/system.slice', '/sys/fs/cgroup/system.slice']
  const isSystemdRunning = [...(await probe.status(witnesses)).values()].some(({state}) => state === 'read')
  if (isSystemdRunning) return at(false, {kind: 'file', path: link})
  return unknown('no running systemd was found', {kind: 'file', path: '/run/systemd/units'})
}

interface StartLinks {
  readonly links: ReadonlyMap<string, string>
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** The strongest link of each unit that is pulled in; of one link in two directories the stronger counts, /dev/null hides it. */
async function startLinks(probe: Probe): Promise<StartLinks> {
  const {directories, gap} = await probe.once(unitDirectories)
  const pulling = directories.flatMap(({path, names}) =>
    [...names]
      .filter((name) => /\.(wants|requires|upholds)$/.test(name))
      .map((name) => ({path: `${path}/${name}`, name})),
  )
  const listings = await Promise.all(pulling.map(async (dir) => ({...dir, listed: await probe.list(dir.path)})))
  let failed = gap
  const chosen = new Map<string, {unit: string; path: string}>()
  for (const {path, name, listed} of listings) {
    if (listed.state === 'unreadable') failed ??= {reason: `${path} ${listed.reason}`, source: listed.source}
    for (const unit of listed.state === 'read' ? listed.value : []) {
      const key = `${name}/${unit}`
      if (!chosen.has(key)) chosen.set(key, {unit, path: `${path}/${unit}`})
    }
  }
  const statuses = await probe.status([...chosen.values()].map(({path}) => path))
  const links = new Map<string, string>()
  for (const {unit, path} of chosen.values()) {
    const status = statuses.get(path)
    const isHidden = status?.state === 'read' && status.value.realPath === '/dev/null'
    if (!isHidden && !links.has(unit)) links.set(unit, path)
  }
  return failed ? {links, gap: failed} : {links}
}
