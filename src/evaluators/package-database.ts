import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {parseDpkgStatus} from '../text/dpkg-status.ts'
import {type ListedPackage, parseDpkgList, parseRpmList} from '../text/package-list.ts'
import {readRpmDatabase} from '../text/rpm-database.ts'

/** An installed package and where the database lists it. */
export interface InstalledPackage {
  readonly version: string
  readonly source: Origin
}

/** The packages installed by name; `gap` says why a database that exists could not be read. */
export interface PackageDatabase {
  readonly packages: ReadonlyMap<string, InstalledPackage>
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/** The packages dpkg has installed, of distroless systems as well, which keep a file without a status for each in status.d. */
export async function dpkgPackages(probe: Probe): Promise<PackageDatabase> {
  const directory = '/var/lib/dpkg/status.d'
  const listed = await probe.list(directory)
  const names = listed.state === 'read' ? listed.value.filter((name) => !name.endsWith('.md5sums')) : []
  const packages = new Map<string, InstalledPackage>()
  let gap: PackageDatabase['gap'] =
    listed.state === 'unreadable' ? {reason: `${directory} ${listed.reason}`, source: listed.source} : undefined
  for (const path of ['/var/lib/dpkg/status', ...names.map((name) => `${directory}/${name}`)]) {
    const text = await probe.readFile(path)
    const told = text.state === 'unreadable' ? await toldByManager(probe, ['dpkg', '-l'], parseDpkgList) : undefined
    if (told) return {packages: told}
    if (text.state === 'unreadable') gap ??= {reason: `${path} ${text.reason}`, source: text.source}
    if (text.state !== 'read') continue
    const lacksStatus = path.startsWith(directory) && !/^Status:/m.test(text.value)
    const status = lacksStatus ? `${text.value.trimEnd()}\nStatus: install ok installed\n` : text.value
    for (const [name, found] of parseDpkgStatus(status)) {
      packages.set(name, {
        version: found.version,
        get source() {
          return {kind: 'file', path, line: found.line} as const
        },
      })
    }
  }
  return gap ? {packages, gap} : {packages}
}

/** Whether dpkg's list of a package's files has a path, spelled as before or after the merge of /usr. */
export async function isOwnedBy(probe: Probe, path: string, name: string): Promise<boolean> {
  const list = await probe.readFile(`/var/lib/dpkg/info/${name}.list`)
  if (list.state !== 'read') return false
  const files = new Set(list.value.split('\n'))
  return files.has(path) || files.has(path.replace(/^\/usr(?=\/(?:s?bin|lib)\/)/, ''))
}

/** The packages in an rpm database of any backend; of one installed several times the last. */
export async function rpmPackages(probe: Probe): Promise<PackageDatabase> {
  const packages = new Map<string, InstalledPackage>()
  const statuses = await probe.status(rpmDatabases, {follow: true})
  for (const path of rpmDatabases) {
    const status = statuses.get(path)
    const source: Origin = {kind: 'file', path}
    const listed = status?.state === 'unreadable' ? await toldByManager(probe, ['rpm', '-qa'], parseRpmList) : undefined
    if (listed) return {packages: listed}
    if (status?.state === 'unreadable') return {packages, gap: {reason: `${path} ${status.reason}`, source}}
    if (status?.state !== 'read') continue
    if (status.value.sizeBytes > maxBytes) {
      return {packages, gap: {reason: `${path} is larger than ${maxBytes / 1024 / 1024} MiB`, source}}
    }
    const bytes = await probe.readHead(path, maxBytes)
    if (bytes.state !== 'read') {
      return {
        packages,
        gap: {reason: bytes.state === 'absent' ? `${path} vanished` : `${path} ${bytes.reason}`, source},
      }
    }
    const parsed = readRpmDatabase(bytes.value)
    if (!parsed.ok) return {packages, gap: {reason: `${path} is ${parsed.problem.message}`, source}}
    for (const [name, installed] of parsed.value) {
      const last = installed.at(-1)
      if (last) packages.set(name, {version: `${last.version}-${last.release}`, source})
    }
    return {packages}
  }
  return {packages}
}

/** What the package manager listed where others recorded the host: they keep its answer and not its database. */
async function toldByManager(
  probe: Probe,
  argv: readonly string[],
  parse: (text: string) => ReadonlyMap<string, ListedPackage> | undefined,
): Promise<ReadonlyMap<string, InstalledPackage> | undefined> {
  if (probe.mode !== 'snapshot') return undefined
  const answer = await probe.run(argv)
  const listed = answer.state === 'read' && answer.value.exitCode === 0 ? parse(answer.value.stdout) : undefined
  return (
    listed &&
    new Map([...listed].map(([name, {version}]) => [name, {version, source: {kind: 'command', argv}}] as const))
  )
}

const maxBytes = 64 * 1024 * 1024

const rpmDatabases = ['/usr/lib/sysimage/rpm', '/var/lib/rpm'].flatMap((directory) =>
  ['rpmdb.sqlite', 'Packages.db', 'Packages'].map((name) => `${directory}/${name}`),
)
