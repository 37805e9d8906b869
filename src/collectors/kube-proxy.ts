import {kubeProxyConfig, kubeProxyGap} from '../evaluators/kube-proxy-config.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, string, strings} from '../facts/fields.ts'
import {absent, at} from '../facts/value.ts'
import {parseCidr} from '../text/cidr.ts'

/** kube-proxy as this host shows it: in a unit, a process, or the configuration that its pod has mounted. */
export const kubeProxy = collector({
  name: 'kubeProxy',
  about: 'kube-proxy: how it tells the traffic of pods from that of strangers.',
  fields: {
    clusterCidrs: strings('The ranges it takes for those of pods; empty when none is set.'),
    clusterFamily: int('4 or 6 by the first of them; 0 when none is set.'),
    detectLocalMode: string('How it tells traffic of this node’s pods: ClusterCIDR when nothing else is set.'),
    masqueradesAll: bool('It masquerades all traffic to services.'),
  },
  async collect(probe) {
    const config = await probe.once(kubeProxyConfig)
    if (!config) return (await probe.once(kubeProxyGap)) ?? absent('no configuration of kube-proxy is on this host')
    const {source, clusterCidr, detectLocalMode, masqueradesAll} = config
    const blocks = clusterCidr?.value.split(/[\s,]+/).filter((block) => block !== '') ?? []
    const first = parseCidr(blocks[0] ?? '')
    return {
      clusterCidrs: at(blocks, clusterCidr?.source ?? source),
      clusterFamily: at(first.ok ? first.value.family : 0, clusterCidr?.source ?? source),
      detectLocalMode: detectLocalMode ?? at('ClusterCIDR', {kind: 'default', of: 'kube-proxy'}),
      masqueradesAll: masqueradesAll ? at(masqueradesAll.value === 'true', masqueradesAll.source) : false,
    }
  },
})
