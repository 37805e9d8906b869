import {type ForwardChain, forwardChains} from '../evaluators/forwarded-pods.ts'
import {dockerUserRules, masqueradeRules} from '../evaluators/iptables-rules.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import {at, unknown} from '../facts/value.ts'
import type {IpFamily} from '../text/ip-address.ts'

/** Made anew for each list: expressions tell records of different lists apart by their fields. */
const forwardFields = () => ({
  name: string('The chain for people, as in FORWARD or FORWARD (legacy).'),
  policy: string('What happens to what no rule decides: ACCEPT or DROP.'),
  isClosed: bool('What no rule accepts is dropped, by the policy or by a rule for everything.'),
  owners: strings('Who has chains there, as in docker, kube-proxy, flannel, calico, ufw or firewalld.'),
  blockedPods: strings('Pod ranges that are not accepted in both directions.'),
})

/** The packet filter of the host as iptables shows it: what is forwarded and what is masqueraded. */
export const firewall = collector({
  name: 'firewall',
  about: 'The packet filter as iptables shows it: what is forwarded and what is masqueraded.',
  fields: {
    forward: list('The IPv4 FORWARD chains in force, one of each back end.', forwardFields()),
    forward6: list('The IPv6 FORWARD chains in force.', forwardFields()),
    masquerades: list('The rules that hide the source of packets, in force.', {
      name: string('The rule as iptables-save prints it.'),
      family: int('4 or 6.'),
      chain: string('The chain it stands in.'),
      range: string('The source range it is limited to; empty for all.'),
      exceptTo: string('The destination range it leaves alone; empty when none.'),
      exceptInterface: string('The interface it leaves alone, as in docker0; empty when none.'),
    }),
    dockerUserRules: list('Rules of the DOCKER-USER chain that do something, in force or saved for the next boot.', {
      name: string('The rule as iptables-save prints it.'),
    }),
  },
  async collect(probe) {
    const [{chains, gaps}, masquerades, userRules] = await Promise.all([
      probe.once(forwardChains),
      masqueradeRules(probe),
      dockerUserRules(probe),
    ])
    const [gap] = gaps
    const ofFamily = (family: IpFamily) => {
      const own = gaps.find((each) => each.family === family)
      return own ? unknown(own.reason, own.source) : chains.filter((chain) => chain.family === family).map(chainFields)
    }
    return {
      forward: ofFamily(4),
      forward6: ofFamily(6),
      masquerades: gap
        ? unknown(gap.reason, gap.source)
        : masquerades.map(({text, source, ...rule}) => ({name: at(text, source), ...rule})),
      dockerUserRules: userRules.gap
        ? unknown(userRules.gap.reason, userRules.gap.source)
        : userRules.rules.map(({text, source}) => ({name: at(text, source)})),
    }
  },
})

function chainFields({isLegacy, policy, isClosed, owners, blockedPods, source}: ForwardChain) {
  return {
    name: isLegacy ? 'FORWARD (legacy)' : 'FORWARD',
    policy: at(policy, source),
    isClosed: at(isClosed, source),
    owners,
    blockedPods,
  }
}
