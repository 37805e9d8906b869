import {installedVersion} from '../evaluators/component-version.ts'
import {hostKubeProxy, hostProxyMode} from '../evaluators/tool-kube-proxy.ts'
import {collector} from '../facts/collector.ts'
import {int, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, type Leaf, Unknown, unknown} from '../facts/value.ts'

/** kube-proxy where it runs as a process of the host, and so with the programs of the host. */
export const hostProxy = collector({
  name: 'hostProxy',
  about: 'kube-proxy as a process of the host, outside pods, and the versions of the programs it runs.',
  fields: {
    mode: string('iptables, ipvs, nftables or userspace.'),
    version: string('Its version as in 1.34.2, or that of the kubelet, with which it is released.'),
    minor: int('The minor of its version.'),
    patch: int('The third number of its version.'),
    nftVersion: string('The version of nft; looked at in nftables mode only.'),
    ipsetVersion: string('The version of ipset; looked at in ipvs mode only.'),
  },
  async collect(probe) {
    const [proxy, mode] = await Promise.all([probe.once(hostKubeProxy), probe.once(hostProxyMode)])
    if (proxy.state !== 'present') return absent(proxy.reason)
    const {version} = proxy
    const gap = unknown('nothing tells the version of kube-proxy')
    return {
      mode: mode ? at(mode.value, mode.source) : unknown('nothing tells the mode of kube-proxy'),
      version: version ? at(`${version.major}.${version.minor}.${version.patch}`, proxy.source) : gap,
      minor: version ? at(version.minor, proxy.source) : gap,
      patch: version ? at(version.patch, proxy.source) : gap,
      nftVersion: await versionFor(probe, 'nft', mode?.value === 'nftables'),
      ipsetVersion: await versionFor(probe, 'ipset', mode?.value === 'ipvs'),
    }
  },
})

async function versionFor(probe: Probe, program: string, isUsed: boolean): Promise<Leaf<string>> {
  if (!isUsed) return unknown(`kube-proxy does not use ${program} in its mode`)
  const version = await probe.once(installedVersion, program)
  if (version instanceof Unknown) return version
  return at(/^[\d.]*\d/.exec(version.value.text)?.[0] ?? version.value.text, version.source)
}
