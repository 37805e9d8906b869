import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {unitDirectories} from './unit-directories.ts'

/** Whether something starts the unit at boot: a link to it in a `*.wants` or `*.requires` directory, whatever systemctl says. */
export async function isEnabled(probe: Probe, name: string): Promise<Leaf<boolean>> {
  const {links, gap} = await probe.once(startLinks)
  for (const [path, status] of await probe.status(links.get(name) ?? [])) {
    const isHidden = status.state === 'read' && status.value.realPath === '/dev/null'
    if (!isHidden) return at(true, {kind: 'file', path})
  }
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
  readonly links: ReadonlyMap<string, readonly string[]>
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** The links to each unit, strongest first: of one link in two directories only the stronger, since /dev/null hides the other. */
async function startLinks(probe: Probe): Promise<StartLinks> {
  const {directories, gap} = await probe.once(unitDirectories)
  const pulling = directories.flatMap(({path, names}) =>
    [...names]
      .filter((name) => /\.(wants|requires|upholds)$/.test(name))
      .map((name) => ({path: `${path}/${name}`, name})),
  )
  const listings = await Promise.all(pulling.map(async (dir) => ({...dir, listed: await probe.list(dir.path)})))
  let failed = gap
  const seen = new Set<string>()
  const links = new Map<string, string[]>()
  for (const {path, name, listed} of listings) {
    if (listed.state === 'unreadable') failed ??= {reason: `${path} ${listed.reason}`, source: listed.source}
    for (const unit of listed.state === 'read' ? listed.value : []) {
      if (seen.has(`${name}/${unit}`)) continue
      seen.add(`${name}/${unit}`)
      links.set(unit, [...(links.get(unit) ?? []), `${path}/${unit}`])
    }
  }
  return failed ? {links, gap: failed} : {links}
}
