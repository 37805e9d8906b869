import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, sourceOf, Unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {architecture} from './architecture.ts'
import {place} from './cni-config-record.ts'
import {knownPluginDirectories, otherDirectories} from './cni-directories.ts'
import type {CniFile} from './cni-files.ts'
import {type CniNeed, type CniRole, cniNeeds} from './cni-needs.ts'
import {type CniPluginFile, cniPluginFile} from './cni-plugin.ts'
import {clusterNetworkFile} from './cni-pod-network.ts'
import type {CniSetup} from './cni-setup.ts'

/** A plugin that is needed, as rules see it. */
export interface CniPluginRecord extends CniPluginFile {
  readonly name: Located<string>
  readonly role: CniRole | 'loopback'
  /** The configuration that names it; empty where none does. */
  readonly namedBy: string
  /** Built for a processor that this host neither has nor emulates. */
  readonly isForeign: Leaf<boolean>
  /** A directory that the runtime does not read and that holds it; empty where it is found, or nowhere. */
  readonly otherDirectory: Leaf<string>
}

/** Looks up a plugin that a configuration or the runtime names at a place. */
export async function cniPluginRecord(
  probe: Probe,
  type: string,
  role: CniPluginRecord['role'],
  source: Source,
  directories: readonly string[],
): Promise<CniPluginRecord> {
  const file = await probe.once(cniPluginFile, type, directories.join(':'))
  const namedBy = role !== 'loopback' && source.kind === 'file' ? source.path : ''
  const [isForeign, otherDirectory] = await Promise.all([
    foreign(probe, file),
    bare(file.exists) === false ? elsewhere(probe, type, directories) : '',
  ])
  return {...file, name: at(type, source), role, namedBy, isForeign, otherDirectory}
}

async function elsewhere(probe: Probe, type: string, directories: readonly string[]): Promise<Leaf<string>> {
  const others = await otherDirectories(probe, knownPluginDirectories, directories)
  const {path, exists} = await probe.once(cniPluginFile, type, others.join(':'))
  if (exists instanceof Unknown) return exists
  return bare(exists) ? at(path.slice(0, path.lastIndexOf('/')), {kind: 'file', path}) : ''
}

/** A program fits the host's other programs, the kernel, or an emulator. */
async function foreign(probe: Probe, {architecture: own}: CniPluginFile): Promise<Leaf<boolean>> {
  const arch = bare(own)
  if (arch === undefined) return own as Unknown
  if (arch === '') return false
  const host = await probe.once(architecture)
  const userland = bare(host)
  if (userland === undefined) return host as Unknown
  if (arch === userland || (arch === '386' && userland === 'amd64')) return false
  const machine = await probe.run(['uname', '-m'])
  const kernel = machine.state === 'read' ? machine.value.stdout.trim() : ''
  if (machines[arch]?.includes(kernel) || (await isEmulated(probe, arch))) return false
  return at(true, sourceOf(own))
}

/** How `uname -m` spells the architectures Kubernetes runs on, where it is not as Go does. */
const machines: Readonly<Record<string, readonly string[]>> = {
  amd64: ['x86_64'],
  arm64: ['aarch64'],
  arm: ['armv6l', 'armv7l', 'armv8l'],
  ppc64le: ['ppc64le'],
  s390x: ['s390x'],
  riscv64: ['riscv64'],
}

const emulators: Readonly<Record<string, string>> = {amd64: 'x86_64', arm64: 'aarch64', '386': 'i386'}

/** An emulator that is registered with the kernel, or will be at boot (binfmt.d(5)). */
async function isEmulated(probe: Probe, arch: string): Promise<boolean> {
  const name = `qemu-${emulators[arch] ?? arch}`
  const directories = ['/proc/sys/fs/binfmt_misc', '/etc/binfmt.d', '/usr/lib/binfmt.d']
  const listings = await Promise.all(directories.map((directory) => probe.list(directory)))
  return listings.some(
    (listed) => listed.state === 'read' && listed.value.some((file) => file === name || file === `${name}.conf`),
  )
}

/**
 * The plugins a configuration runs, and loopback where the runtime runs it by itself. dockershim also looks in a directory
 * of the main plugin's vendor.
 */
export async function cniPluginRecords(
  probe: Probe,
  setup: CniSetup,
  winner: CniFile | undefined,
): Promise<readonly CniPluginRecord[]> {
  const directories = setup.binDirs.map(({value}) => value)
  const needs = winner ? await needsOf(probe, winner) : []
  const main = needs[0]
  const vendor = setup.loader === 'dockershim' && main ? [`/opt/${main.type}/bin`] : []
  const searched = [...directories, ...vendor]
  const records = needs.map(({type, role, line, alsoIn, path}) =>
    cniPluginRecord(probe, type, role, place(path, line), alsoIn ? [...searched, alsoIn] : searched),
  )
  const isRun = !needs.some(({type}) => type === 'loopback') && bare(setup.usesLoopback) !== false
  const source = sourceOf(setup.usesLoopback) ?? {kind: 'default', of: setup.loader}
  const loopback = isRun ? [cniPluginRecord(probe, 'loopback', 'loopback', source, searched)] : []
  return Promise.all([...records, ...loopback])
}

/** What a configuration needs and, where multus hands pods on to another file, what that needs. */
async function needsOf(probe: Probe, winner: CniFile): Promise<readonly (CniNeed & {readonly path: string})[]> {
  const own = cniNeeds(winner.config.plugins).map((need) => ({...need, path: winner.path}))
  const file = await clusterNetworkFile(probe, winner)
  const handed = file ? cniNeeds(file.config.plugins) : []
  return [
    ...own,
    ...handed
      .filter(({type}) => !own.some((need) => need.type === type))
      .map((need) => ({...need, alsoIn: '/opt/cni/bin', path: file?.path ?? ''})),
  ]
}
