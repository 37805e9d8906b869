import {bundledPlugins, cniBundleVersion} from '../evaluators/cni-bundle.ts'
import {networkNamed} from '../evaluators/cni-networks.ts'
import {newestCniVersion} from '../evaluators/cni-versions.ts'
import {collector} from '../facts/collector.ts'
import {string} from '../facts/fields.ts'
import {Absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import {cni} from './cni.ts'

/** The release of the CNI project's own plugins on this host: a fact of its own, because telling it may cost a package database. */
export const cniBundle = collector({
  name: 'cniBundle',
  about: 'The release of containernetworking/plugins on this host, of which pods use plugins here.',
  fields: {
    version: string('The release as in 1.3.0.'),
    cniVersion: string('The newest CNI version it understands; empty when nothing tells the release.'),
  },
  async collect(probe) {
    const facts = await probe.fact(cni)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    const installed = networkNamed(bare(facts.network) ?? '')?.installs ?? []
    const plugins = (bare(facts.plugins) ?? []).flatMap((each) =>
      each instanceof Unknown || each instanceof Absent
        ? []
        : [{name: bare(each.name) ?? '', path: bare(each.path) ?? ''}],
    )
    const own = plugins.find(({name, path}) => path !== '' && bundledPlugins.has(name) && !installed.includes(name))
    const version = own ? await probe.once(cniBundleVersion, own.path) : unknown('none of its plugins is needed here')
    if (version instanceof Unknown) return {version, cniVersion: ''}
    const {value, source} = version
    return {
      version: at(`${value.major}.${value.minor}.${value.patch}`, source),
      cniVersion: at(newestCniVersion('plugins', value) ?? '', source),
    }
  },
})
