import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
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
export function changedFlags({process, running, planned, service}: DockerdCommand): readonly ChangedFlag[] {
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
 * Whether daemon.json was written after dockerd started and holds a key that only a restart puts into force: those below
 * are re-read on SIGHUP (moby daemon/reload.go).
 */
export async function isConfigNewer(
  probe: Probe,
  {process}: DockerdCommand,
  config: DockerdConfig,
): Promise<Leaf<boolean>> {
  if (!process || config.state === 'absent') return false
  const restarting = [...config.content.keys].find(([key]) => !reloadable.has(key))
  if (config.state === 'read' && !restarting && !config.content.problem) return false
  const source: Origin = {kind: 'file', path: config.path, ...(restarting ? {line: restarting[1].node.line} : {})}
  const [status, started] = await Promise.all([
    probe.status([config.path], {follow: true}),
    processStartMs(probe, process.pid),
  ])
  const file = status.get(config.path)
  if (file?.state !== 'read' || file.value.modifiedMs === undefined) {
    return unknown(`when ${config.path} was written is not known`, source)
  }
  if (started.state !== 'read') return unknown(`when dockerd started is not known`, started.source)
  return at(file.value.modifiedMs > started.value + toleranceMs, source)
}

/** Boot times are whole seconds. */
const toleranceMs = 2000

const reloadable: ReadonlySet<string> = new Set([
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
