import type {Probe} from '../facts/probe.ts'
import {at, Located, type Unknown, unknown} from '../facts/value.ts'
import {componentVersion} from '../text/component-version.ts'
import {parseVersion, type Version} from '../text/version.ts'
import {dpkgPackages, isOwnedBy, type PackageDatabase, rpmPackages} from './package-database.ts'
import {type FoundProgram, findProgram} from './programs.ts'

/**
 * The version of an installed component such as `kubelet`, `containerd` or `iptables`, with the place that told it: the
 * package that certainly owns its program, else the program itself, a release it lies in, or a package of its name.
 * `probe.once(installedVersion, 'kubelet')`.
 */
export async function installedVersion(probe: Probe, name: string): Promise<Located<Version> | Unknown> {
  const {packages, directories} = components[name] ?? {packages: [name]}
  const [search, dpkg] = await Promise.all([
    probe.once(findProgram, name, directories ?? searchedDirectories),
    probe.once(dpkgPackages),
  ])
  const program = search.found ?? search.elsewhere[0]
  const told = (program && (await versionOfOwner(probe, program, packages, dpkg))) ?? (await toldByProgram(probe, name))
  const certain =
    (told instanceof Located ? told : undefined) ??
    (program && releaseDirectory(program)) ??
    (name === 'systemd' ? await systemdLibrary(probe) : undefined)
  if (certain) return certain
  if (program && !isDistributed(program.realPath)) {
    return told ?? unknown(`nothing tells the version of ${program.path}`, {kind: 'file', path: program.path})
  }
  const listed = listedVersion(packages, dpkg)
  if (listed) return listed
  const rpm = await probe.once(rpmPackages)
  const gap = dpkg.gap ?? rpm.gap ?? search.gap
  return (
    listedVersion(packages, rpm) ??
    told ??
    (gap
      ? unknown(gap.reason, gap.source)
      : unknown(program ? `nothing tells the version of ${program.path}` : `no ${name} was found`))
  )
}

const searchedDirectories = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin'

/** The packages that bring a component by distribution and vendor, and where its program lies if not on a PATH. */
const components: Readonly<Record<string, {readonly packages: readonly string[]; readonly directories?: string}>> = {
  containerd: {packages: ['containerd.io', 'containerd', 'moby-containerd']},
  runc: {packages: ['runc', 'moby-runc']},
  crio: {packages: ['cri-o']},
  dockerd: {packages: ['docker-ce', 'docker.io', 'docker-engine', 'moby-engine', 'docker-ee', 'docker']},
  conntrack: {packages: ['conntrack', 'conntrack-tools']},
  iptables: {packages: ['iptables', 'iptables-nft', 'iptables-legacy']},
  flanneld: {packages: ['flannel']},
  nft: {packages: ['nftables']},
  crictl: {packages: ['cri-tools']},
  systemd: {packages: ['systemd'], directories: '/usr/lib/systemd:/lib/systemd'},
}

/** Programs that may be asked; the others print something else or have no such flag. */
const asked: ReadonlySet<string> = new Set([
  'kubelet',
  'containerd',
  'runc',
  'crio',
  'dockerd',
  'conntrack',
  'cri-dockerd',
  'iptables',
  'crictl',
  'nft',
  'ipset',
])

async function versionOfOwner(
  probe: Probe,
  program: FoundProgram,
  names: readonly string[],
  dpkg: PackageDatabase,
): Promise<Located<Version> | undefined> {
  for (const name of names) {
    const version = listedVersion([name], dpkg)
    if (version && (await isOwnedBy(probe, program.realPath, name))) return version
  }
  return undefined
}

function listedVersion(names: readonly string[], {packages}: PackageDatabase): Located<Version> | undefined {
  for (const name of names) {
    const found = packages.get(name)
    const version = found && parseVersion(found.version)
    if (version) return at(version, found.source)
  }
  return undefined
}

/** What a program says of its version; unknown where it does not answer. */
async function toldByProgram(probe: Probe, name: string): Promise<Located<Version> | Unknown | undefined> {
  if (!asked.has(name)) return undefined
  const answer = await probe.run([name, '--version'])
  if (answer.state === 'unreadable' && probe.mode === 'live') {
    return unknown(`${name} --version ${answer.reason}`, answer.source)
  }
  const version = answer.state === 'read' ? componentVersion(name, answer.value.stdout) : undefined
  return version && at(version, answer.source)
}

/** RKE2 unpacks its programs into a directory named after its release, which is that of Kubernetes. */
function releaseDirectory({path, realPath}: FoundProgram): Located<Version> | undefined {
  const release = /^\/var\/lib\/rancher\/rke2\/data\/(v\d[^/]*)\/bin\/(?:kubelet|kubectl)$/.exec(realPath)?.[1]
  const version = release === undefined ? undefined : parseVersion(release)
  return version && at(version, {kind: 'file', path})
}

/** systemd's private library carries its version in its name. */
async function systemdLibrary(probe: Probe): Promise<Located<Version> | undefined> {
  const arches = ['x86_64', 'aarch64', 'arm', 'powerpc64le', 's390x']
  const multiarch = arches.map((arch) => `/usr/lib/${arch}-linux-${arch === 'arm' ? 'gnueabihf' : 'gnu'}/systemd`)
  for (const directory of ['/usr/lib/systemd', '/lib/systemd', '/usr/lib64/systemd', ...multiarch]) {
    const listed = await probe.list(directory)
    const library = listed.state === 'read' ? listed.value.find((name) => libraryName.test(name)) : undefined
    const version = parseVersion(libraryName.exec(library ?? '')?.[1] ?? '')
    if (version) return at(version, {kind: 'file', path: `${directory}/${library}`})
  }
  return undefined
}

const libraryName = /^libsystemd-shared-(\d[\w.~-]*)\.so$/

/** Where packages put programs, so that an entry of the database is likely the program's. */
function isDistributed(path: string): boolean {
  return /^\/(?:usr\/)?(?:s?bin|lib|libexec)\//.test(path)
}
