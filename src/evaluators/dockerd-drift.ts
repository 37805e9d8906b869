import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {parseGoBool} from '../text/go-flags.ts'
import type {DockerdArguments, DockerdCommand} from './dockerd-command.ts'
import type {DockerdConfig} from './dockerd-config.ts'
import {processStartMs} from './processes.ts'

/** A flag that the running dockerd has otherwise than the next start would; empty where one of them lacks it. */
export interface ChangedFlag {
  readonly flag: string
  readonly running: string
  readonly configured: string
  readonly source: Origin
}

/** Compares the flags of the running dockerd with those of its unit and environment files, written alike or not. */
export function changedFlags({
  process,
  running,
  planned,
  service,
  unread,
}: DockerdCommand): readonly ChangedFlag[] | Unknown {
  if (process && service && unread && !planned.isWrapped) {
    const isSame = process.words[0]?.text === service.words.map(({text}) => text).join(' ')
    return isSame ? [] : unread
  }
  if (!process || !running || !service || planned.isWrapped || running.isWrapped) return []
  const [now, next] = [valuesOf(running), valuesOf(planned)]
  const {source} = process
  return [...new Set([...now.keys(), ...next.keys()])].flatMap((name): ChangedFlag[] => {
    const [before = '', after = ''] = [now.get(name), next.get(name)]
    if (now.has(name) === next.has(name) && before === after) return []
    return [{flag: `--${name}`, running: before, configured: after, source}]
  })
}

function valuesOf({flags}: DockerdArguments): ReadonlyMap<string, string> {
  return new Map(
    [...flags.flags].map(([name, {kind, occurrences, winner}]) => {
      if (kind === 'bool') return [name, String(parseGoBool(winner.value) ?? winner.value)]
      const values = kind === 'list' ? occurrences.map(({value}) => value).sort() : [winner.value]
      return [name, values.join(' ')]
    }),
  )
}

/**
 * A file that was written after dockerd started and that only a restart puts into force, at its path: the unit, a drop-in, or
 * daemon.json with a key that is not re-read on SIGHUP (moby daemon/reload.go). Empty where there is none.
 */
export async function newerFile(
  probe: Probe,
  {process, service, unitGap}: DockerdCommand,
  config: DockerdConfig,
): Promise<Leaf<string>> {
  if (!process) return ''
  if (unitGap) return unitGap
  const units = service ? [service.unit.path, ...service.unit.dropIns] : []
  const restarting = [...config.content.keys].find(([key]) => !reloadable.has(key))
  const isConfigLoaded =
    config.state !== 'absent' && (restarting || config.content.problem || config.state === 'unknown')
  const paths = isConfigLoaded ? [...units, config.path] : units
  const started = await processStartMs(probe, process.pid)
  if (started.state !== 'read') return unknown('when dockerd started is not known', started.source)
  let gap: Leaf<string> | undefined
  for (const [path, status] of await probe.status(paths, {follow: true})) {
    const line = path === config.path ? restarting?.[1].node.line : undefined
    const source: Origin = {kind: 'file', path, ...(line === undefined ? {} : {line})}
    const modifiedMs = status.state === 'read' ? status.value.modifiedMs : undefined
    if (modifiedMs === undefined) gap ??= unknown(`when ${path} was written is not known`, source)
    else if (modifiedMs > started.value + toleranceMs) return at(path, source)
  }
  return gap ?? ''
}

/** Boot times are whole seconds. */
const toleranceMs = 2000

const reloadable: ReadonlySet<string> = new Set([
  'nri-opts',
  'default-ipc-mode',
  'default-cgroupns-mode',
  'authorization-plugins',
  'allow-nondistributable-artifacts',
  'cluster-advertise',
  'cluster-store',
  'cluster-store-opts',
  'debug',
  'default-runtime',
  'default-shm-size',
  'default-stop-timeout',
  'features',
  'insecure-registries',
  'labels',
  'live-restore',
  'max-concurrent-downloads',
  'max-concurrent-uploads',
  'max-download-attempts',
  'network-diagnostic-port',
  'registry-mirrors',
  'runtimes',
  'shutdown-timeout',
])
