import {architecture} from '../evaluators/architecture.ts'
import {container} from '../evaluators/container.ts'
import {initSystem} from '../evaluators/init-system.ts'
import {kernelRelease} from '../evaluators/kernel-release.ts'
import {collector} from '../facts/collector.ts'
import {bool, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {type OsRelease, type OsReleaseValue, readOsRelease} from '../text/os-release.ts'

/** The distribution, kernel and architecture of the host. */
export const os = collector({
  name: 'os',
  about: 'The distribution, kernel, architecture and init system of the host.',
  fields: {
    id: string('ID of os-release, as in `ubuntu`; empty when there is none.'),
    idLike: strings('The distributions it says it is like, the closest first.'),
    versionId: string('VERSION_ID of os-release, as in `22.04`; empty for rolling releases.'),
    variantId: string('VARIANT_ID of os-release, as in `coreos`; empty when there is none.'),
    prettyName: string('The name for people, as in `Ubuntu 22.04.3 LTS`; empty when there is none.'),
    family: string(
      '`debian`, `rhel`, `suse`, `alpine`, `arch` or `flatcar`, which share package tools and paths; else `any`.',
    ),
    kernelRelease: string(
      'The release of the running kernel, or offline of the one that boots by default. `semver()` compares its numbers: what the distribution appends does not count, so `5.15.0-1051-aws` is not older than `5.15.0`.',
    ),
    architecture: string('The architecture of the host’s programs in Go’s spelling, as in `amd64`.'),
    isUsrMerged: bool('Whether /bin leads into /usr.'),
    init: string('What starts services, as in `systemd` or `openrc`; empty when nothing does.'),
    container: string('The kind of container the host itself is, as in `lxc`; empty when it is none.'),
  },
  async collect(probe) {
    const [release, kernel, arch, init, inside, links] = await Promise.all([
      readRelease(probe),
      probe.once(kernelRelease),
      probe.once(architecture),
      probe.once(initSystem),
      probe.once(container),
      probe.status(['/bin']),
    ])
    const bin = links.get('/bin')
    return {
      ...release,
      kernelRelease: kernel,
      architecture: arch,
      isUsrMerged:
        bin?.state === 'unreadable'
          ? unknown(`/bin ${bin.reason}`, bin.source)
          : bin?.state === 'read' && bin.value.type === 'symlink',
      init,
      container: inside,
    }
  },
})

async function readRelease(probe: Probe) {
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') {
      const gap = unknown(`${path} ${text.reason}`, text.source)
      return {id: gap, idLike: gap, versionId: gap, variantId: gap, prettyName: gap, family: gap}
    }
    if (text.state === 'read') return releaseFields(readOsRelease(text.value), path)
  }
  return {id: '', idLike: [], versionId: '', variantId: '', prettyName: '', family: 'any'}
}

function releaseFields({id, idLike, versionId, variantId, prettyName}: OsRelease, path: string) {
  const leaf = (read: OsReleaseValue | undefined): Leaf<string> =>
    read ? at(read.value, {kind: 'file', path, line: read.line}) : ''
  return {
    id: leaf(id),
    idLike,
    versionId: leaf(versionId),
    variantId: leaf(variantId),
    prettyName: leaf(prettyName),
    family: at(familyOf(id?.value ?? '', idLike), {kind: 'file', path, ...(id ? {line: id.line} : {})}),
  }
}

/** The family of a distribution, by its own name or by what it is like. */
function familyOf(id: string, idLike: readonly string[]): string {
  for (const name of [id, ...idLike]) {
    const family = families.find(([, members]) => members.includes(name))
    if (family) return family[0]
  }
  return 'any'
}

const families: readonly (readonly [family: string, members: readonly string[]])[] = [
  ['debian', ['debian', 'ubuntu', 'raspbian', 'linuxmint']],
  ['rhel', ['rhel', 'centos', 'fedora', 'rocky', 'almalinux', 'ol', 'amzn', 'rhcos', 'scientific']],
  [
    'suse',
    ['suse', 'sles', 'sle-micro', 'sl-micro', 'opensuse', 'opensuse-leap', 'opensuse-tumbleweed', 'opensuse-microos'],
  ],
  ['alpine', ['alpine', 'postmarketos']],
  ['arch', ['arch', 'archlinux', 'archarm', 'manjaro']],
  ['flatcar', ['flatcar', 'coreos']],
]
