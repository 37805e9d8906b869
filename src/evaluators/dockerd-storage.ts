import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type DockerdSources, textOption} from './dockerd-options.ts'

/** Where Docker keeps its state, and what is found there. */
export interface DockerdStorage {
  readonly dataRoot: Leaf<string>
  /** The configured storage driver, else the only one with data; empty where Docker still chooses. */
  readonly driver: Leaf<string>
  readonly usesLoopFiles: Leaf<boolean>
  readonly isSwarmMember: Leaf<boolean>
}

/** Looks at Docker's state directory. The variable DOCKER_DRIVER wins over the option (moby daemon/daemon.go). */
export async function dockerdStorage(probe: Probe, sources: DockerdSources): Promise<DockerdStorage> {
  const root = dataRootOf(sources)
  const path = bare(root) ?? '/var/lib/docker'
  const variable = sources.command.service?.environment.get('DOCKER_DRIVER')
  const option = textOption(sources, 'storage-driver', '')
  const chosen = variable ? at(variable.value, variable.source) : option
  const loopFile = `${path}/devicemapper/devicemapper/data`
  const swarmState = `${path}/swarm/docker-state.json`
  const statuses = await probe.status([loopFile, swarmState])
  const exists = (file: string): Leaf<boolean> => {
    const status = statuses.get(file)
    if (status?.state === 'unreadable') return unknown(`${file} ${status.reason}`, status.source)
    return status?.state === 'read' ? at(true, {kind: 'file', path: file}) : false
  }
  return {
    dataRoot: root,
    driver: bare(chosen) === '' ? await driverWithData(probe, path) : chosen,
    usesLoopFiles: exists(loopFile),
    isSwarmMember: exists(swarmState),
  }
}

/** `graph` is what data-root was called before 17.05. */
function dataRootOf(sources: DockerdSources): Leaf<string> {
  const source: Source = {kind: 'default', of: 'dockerd'}
  return textOption(sources, 'data-root', textOption(sources, 'graph', at('/var/lib/docker', source)))
}

/** Docker goes on with the driver whose data it finds, and refuses to choose among several. */
async function driverWithData(probe: Probe, root: string): Promise<Leaf<string>> {
  const listed = await probe.list(root)
  if (listed.state === 'unreadable') return unknown(`${root} ${listed.reason}`, listed.source)
  const present = listed.state === 'read' ? drivers.filter((name) => listed.value.includes(name)) : []
  const contents = await Promise.all(present.map((name) => probe.list(`${root}/${name}`)))
  const filled = present.filter((_, index) => {
    const content = contents[index]
    return content?.state === 'read' && content.value.length > 0
  })
  const [only, ...others] = filled
  return only === undefined || others.length > 0 ? '' : at(only, {kind: 'file', path: `${root}/${only}`})
}

const drivers = ['aufs', 'btrfs', 'devicemapper', 'fuse-overlayfs', 'overlay', 'overlay2', 'zfs']
