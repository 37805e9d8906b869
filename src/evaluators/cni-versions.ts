import type {CniConfigFile} from '../text/cni-config.ts'
import {compareVersions, isAtLeast, parseVersion, type Version} from '../text/version.ts'
import type {CniLoader} from './cni-winner.ts'

/** The newest CNI version each release of a loader, or of the plugins of containernetworking/plugins, understands (their go.mod). */
const understood: Readonly<
  Record<Exclude<CniLoader, ''> | 'plugins', readonly (readonly [since: string, cni: string])[]>
> = {
  containerd: [
    ['2.0.0', '1.1.0'],
    ['1.6.0', '1.0.0'],
    ['1.2.0', '0.4.0'],
    ['1.0.0', '0.3.1'],
  ],
  'cri-o': [
    ['1.31.0', '1.1.0'],
    ['1.23.0', '1.0.0'],
    ['1.0.0', '0.4.0'],
  ],
  'cri-dockerd': [
    ['0.3.4', '1.0.0'],
    ['0.0.1', '0.4.0'],
  ],
  dockershim: [
    ['1.16.0', '0.4.0'],
    ['1.0.0', '0.3.1'],
  ],
  plugins: [
    ['1.6.0', '1.1.0'],
    ['1.0.0', '1.0.0'],
    ['0.8.0', '0.4.0'],
    ['0.1.0', '0.3.1'],
  ],
}

/** The newest CNI version a release understands; undefined for one older than the table. */
export function newestCniVersion(component: Exclude<CniLoader, ''> | 'plugins', release: Version): string | undefined {
  return understood[component].find(([since]) => isAtLeast({...release, prerelease: undefined}, since))?.[1]
}

/**
 * The oldest version a configuration offers: a loader that knows `cniVersions` (libcni 1.2) may take a lower one. Plugins
 * compare versions as texts, so that one written otherwise, as `v1.0.0`, is none; where no other is offered it is the answer.
 */
export function oldestOffered({cniVersion, cniVersions}: CniConfigFile): string {
  const offered = [cniVersion?.value ?? '', ...cniVersions].filter((text) => text !== '')
  const [first, ...rest] = offered.flatMap((text) => (plainVersion.test(text) ? (parseVersion(text) ?? []) : []))
  if (!first) return offered[0] ?? ''
  return rest.reduce((oldest, each) => (compareVersions(each, oldest) < 0 ? each : oldest), first).text
}

const plainVersion = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/
