import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown, unknown} from '../facts/value.ts'
import {parseVersion, type Version} from '../text/version.ts'
import {dpkgPackages, isOwnedBy, rpmPackages} from './package-database.ts'

/** The plugins that containernetworking/plugins releases together. */
export const bundledPlugins: ReadonlySet<string> = new Set(
  `bandwidth bridge dhcp dummy firewall host-device host-local ipvlan loopback macvlan portmap ptp sbr static tap tuning vlan
  vrf`.split(/\s+/),
)

/**
 * The release of containernetworking/plugins that a plugin file belongs to, told by the package that owns it: kubernetes-cni
 * and the distributions' packages count as the project does. `probe.once(cniBundleVersion, '/opt/cni/bin/loopback')`.
 */
export async function cniBundleVersion(probe: Probe, path: string): Promise<Located<Version> | Unknown> {
  const dpkg = await probe.once(dpkgPackages)
  for (const [directory, name] of dpkgOwners) {
    const found = dpkg.packages.get(name)
    const version = found && parseVersion(found.version)
    if (version && (await isOwner(probe, name, directory, path))) return at(version, found.source)
  }
  const owner = rpmOwners.find(([directory]) => path.startsWith(directory))?.[1]
  const rpm = owner === undefined || dpkg.packages.size > 0 ? undefined : await probe.once(rpmPackages)
  const found = rpm?.packages.get(owner ?? '')
  const version = found && parseVersion(found.version)
  return version ? at(version, found.source) : unknown(`no package tells the version of ${path}`, {kind: 'file', path})
}

/** Whether a package put a file there, by its list of files or, where that was not recorded, by the directory alone. */
async function isOwner(probe: Probe, name: string, directory: string, path: string): Promise<boolean> {
  const list = await probe.readFile(`/var/lib/dpkg/info/${name}.list`)
  return list.state === 'absent' ? path.startsWith(directory) : isOwnedBy(probe, path, name)
}

const dpkgOwners = [
  ['/opt/cni/bin/', 'kubernetes-cni'],
  ['/usr/lib/cni/', 'containernetworking-plugins'],
] as const

const rpmOwners = [
  ['/opt/cni/bin/', 'kubernetes-cni'],
  ['/usr/libexec/cni/', 'containernetworking-plugins'],
] as const
