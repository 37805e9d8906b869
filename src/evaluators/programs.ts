import type {FileStatus, Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'

/** A program file. `realPath` is where its links end; `applet` names the multi-call program it is a link to, as in `busybox`. */
export interface FoundProgram {
  readonly path: string
  readonly realPath: string
  readonly isExecutable: boolean
  readonly applet: string
  readonly status: FileStatus
}

/** Where a program of one name lies. `found` is what a search of the PATH runs. */
export interface ProgramSearch {
  readonly found?: FoundProgram
  /** Files of the name that the search passes over: outside the PATH, or not executable. Links to `found` are left out. */
  readonly elsewhere: readonly FoundProgram[]
  /** Links of the name on the PATH that lead nowhere, as those of removed alternatives. */
  readonly dangling: readonly string[]
  /** A place on the PATH before `found` that could not be looked at. */
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** Searches a program in a PATH and in the well-known directories outside it: `probe.once(findProgram, 'conntrack', '/usr/sbin:/usr/bin')`. */
export async function findProgram(probe: Probe, name: string, path: string): Promise<ProgramSearch> {
  const places = (await probe.once(searchPlaces, path)).filter(({names}) => names === undefined || isAmong(names, name))
  if (places.length === 0) return {elsewhere: [], dangling: []}
  const onPath = new Set(places.filter(({isOnPath}) => isOnPath).map(({directory}) => `${directory}/${name}`))
  const paths = places.map(({directory}) => `${directory}/${name}`)
  const statuses = await probe.status(paths, {follow: true})
  const programs: FoundProgram[] = []
  const missing: string[] = []
  let found: FoundProgram | undefined
  let gap: ProgramSearch['gap']
  for (const candidate of paths) {
    const status = statuses.get(candidate)
    if (status?.state === 'unreadable' && onPath.has(candidate) && !found) {
      gap ??= {reason: `${candidate} ${status.reason}`, source: status.source}
    }
    if (status?.state === 'absent' && onPath.has(candidate)) missing.push(candidate)
    if (status?.state !== 'read' || status.value.type !== 'file') continue
    const program = programAt(candidate, status.value)
    if (!found && onPath.has(candidate) && program.isExecutable) found = program
    else programs.push(program)
  }
  const links = missing.length === 0 ? undefined : await probe.status(missing)
  const elsewhere = programs.filter(({realPath}) => realPath !== found?.realPath)
  return {
    ...(found ? {found} : {}),
    elsewhere: elsewhere.filter(
      ({realPath}, index) => elsewhere.findIndex((other) => other.realPath === realPath) === index,
    ),
    dangling: missing.filter((candidate) => links?.get(candidate)?.state === 'read'),
    ...(gap ? {gap} : {}),
  }
}

/** A directory that programs are searched in. `names` are sorted; undefined where it cannot be listed. */
interface SearchPlace {
  readonly directory: string
  readonly isOnPath: boolean
  readonly names: readonly string[] | undefined
}

/** The directories of a PATH and those outside it that hold anything; listing them once is cheaper than a look for every name in each. */
async function searchPlaces(probe: Probe, path: string): Promise<readonly SearchPlace[]> {
  const onPath = new Set(path.split(':').filter((directory) => directory.startsWith('/')))
  const others = [...wellKnown, ...Object.values(bundled).flat(), ...(await probe.once(rancherDirectories))]
  const places = await Promise.all(
    [...new Set([...onPath, ...others])].map(async (directory) => ({
      directory,
      isOnPath: onPath.has(directory),
      names: await probe.once(namesIn, directory),
    })),
  )
  return places.filter(({names}) => names?.length !== 0)
}

/** The names in a directory, none where it does not exist; undefined where it cannot be listed. */
async function namesIn(probe: Probe, directory: string): Promise<readonly string[] | undefined> {
  const listed = await probe.list(directory)
  return listed.state === 'unreadable' ? undefined : listed.state === 'read' ? listed.value : []
}

/** Whether sorted names hold one: there are thousands, and to put them into a set takes longer than all the looks. */
function isAmong(names: readonly string[], name: string): boolean {
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((names[middle] ?? '') < name) low = middle + 1
    else high = middle
  }
  return names[low] === name
}

/** Where distributions and Kubernetes installers put programs. */
const wellKnown = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/bin',
  '/opt/k3s/bin',
  '/opt/rke2/bin',
  '/snap/bin',
  '/run/current-system/sw/bin',
]

/** Where distributions of Kubernetes that unpack nothing keep the programs they bring. */
const bundled: Readonly<Record<string, readonly string[]>> = {
  microk8s: ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((directory) => `/snap/microk8s/current/${directory}`),
  k0s: ['/var/lib/k0s/bin'],
}

/** The directories of the programs that a distribution such as `k3s` brings and puts on the PATH of its components. */
export async function bundledDirectories(probe: Probe, distribution: string): Promise<readonly string[]> {
  const unpacked = await probe.once(rancherDirectories)
  const own = unpacked.filter((directory) => directory.startsWith(`/var/lib/rancher/${distribution}/`))
  return [...(bundled[distribution] ?? []), ...own]
}

/** Why nobody can tell which those are. */
export async function bundledGap(probe: Probe, distribution: string): Promise<Unknown | undefined> {
  const base = rancherBases.find((directory) => directory === `/var/lib/rancher/${distribution}/data`)
  const listed = base === undefined ? undefined : await probe.list(base)
  return listed?.state === 'unreadable' ? unknown(`${base} ${listed.reason}`, listed.source) : undefined
}

const rancherBases = ['/var/lib/rancher/k3s/data', '/var/lib/rancher/rke2/data']

/** Both keep two releases, `current` and `cni` beside them. */
const maxReleases = 32

/** The program directories of the k3s and RKE2 releases unpacked on this host. */
async function rancherDirectories(probe: Probe): Promise<readonly string[]> {
  const listings = await Promise.all(rancherBases.map((base) => probe.list(base)))
  return listings.flatMap((listed, index) =>
    (listed.state === 'read' ? listed.value.slice(0, maxReleases) : []).flatMap((release) => [
      `${rancherBases[index]}/${release}/bin`,
      `${rancherBases[index]}/${release}/bin/aux`,
    ]),
  )
}

function programAt(path: string, status: FileStatus): FoundProgram {
  const {realPath, mode} = status
  const target = realPath.slice(realPath.lastIndexOf('/') + 1)
  const applet = /^(busybox|toybox|coreutils)\b/.exec(target)?.[1] ?? ''
  return {path, realPath, isExecutable: (mode & 0o111) !== 0, applet: path.endsWith(`/${target}`) ? '' : applet, status}
}
