import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'

/** One directory of unit files and the names in it. */
export interface UnitDirectory {
  readonly path: string
  readonly names: ReadonlySet<string>
}

/**
 * The directories systemd searches for units, strongest first; `gap` says why one of those that packages and administrators
 * put units into could not be listed. The others hold what systemd makes at each boot, and few recordings have them.
 */
export interface UnitDirectories {
  readonly directories: readonly UnitDirectory[]
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** Lists the system manager's unit directories in the order of systemd.unit(5), leaving out those that do not exist. */
export async function unitDirectories(probe: Probe): Promise<UnitDirectories> {
  const lib = (await probe.status(['/lib'])).get('/lib')
  const isMerged = lib?.state === 'read' && lib.value.type === 'symlink'
  const paths = isMerged ? searchPath.filter((path) => path !== splitUsrPath) : searchPath
  const readings = await Promise.all(paths.map(async (path) => ({path, listed: await probe.list(path)})))
  const directories = readings.flatMap(({path, listed}) =>
    listed.state === 'read' ? [{path, names: new Set(listed.value)}] : [],
  )
  for (const {path, listed} of readings) {
    if (listed.state === 'unreadable' && kept.has(path))
      return {directories, gap: {reason: `${path} ${listed.reason}`, source: listed.source}}
  }
  return {directories}
}

/** Before /usr/lib because builds for a split /usr have it as their first vendor directory. */
const splitUsrPath = '/lib/systemd/system'

const kept: ReadonlySet<string> = new Set(['/etc/systemd/system', '/usr/lib/systemd/system', splitUsrPath])

const searchPath = [
  '/etc/systemd/system.control',
  '/run/systemd/system.control',
  '/run/systemd/transient',
  '/run/systemd/generator.early',
  '/etc/systemd/system',
  '/etc/systemd/system.attached',
  '/run/systemd/system',
  '/run/systemd/system.attached',
  '/run/systemd/generator',
  '/usr/local/lib/systemd/system',
  splitUsrPath,
  '/usr/lib/systemd/system',
  '/run/systemd/generator.late',
]
