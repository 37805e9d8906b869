import test from 'ava'
import {forwardPath} from '../../src/text/iptables-forward.ts'
import {parseIptablesSave} from '../../src/text/iptables-save.ts'

const pathOf = (...lines: readonly string[]) =>
  forwardPath(parseIptablesSave(['*filter', ...lines, 'COMMIT', ''].join('\n')))

const docker = [
  ':FORWARD DROP [12:720]',
  ':DOCKER - [0:0]',
  '-A FORWARD -o docker0 -j DOCKER',
  '-A FORWARD -o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
  '-A FORWARD -i docker0 ! -o docker0 -j ACCEPT',
  '-A FORWARD -i docker0 -o docker0 -j ACCEPT',
]

test('what Docker alone writes accepts the traffic of docker0 only, and into it answers only', (t) => {
  const path = pathOf(...docker)
  t.like(path, {policy: 'DROP', isClosed: true})
  t.deepEqual(path?.accepted, [{inInterface: 'docker0'}, {inInterface: 'docker0', outInterface: 'docker0'}])
})

test('accepts in chains count under the conditions of the jump', (t) => {
  const path = pathOf(
    ...docker,
    ':FLANNEL-FWD - [0:0]',
    '-A FORWARD -m comment --comment "flanneld forward" -j FLANNEL-FWD',
    '-A FLANNEL-FWD -s 10.244.0.0/16 -m comment --comment "flanneld forward" -j ACCEPT',
    '-A FLANNEL-FWD -d 10.244.0.0/16 -j ACCEPT',
  )
  t.deepEqual(path?.chains, ['DOCKER', 'FLANNEL-FWD'])
  t.is(path?.accepted.find(({source}) => source)?.source?.canonical, '10.244.0.0/16')
  t.is(path?.accepted.find(({destination}) => destination)?.destination?.canonical, '10.244.0.0/16')
})

test('marks, states and ports let only part of the traffic pass', (t) => {
  const path = pathOf(
    ':FORWARD DROP [0:0]',
    ':KUBE-FORWARD - [0:0]',
    '-A FORWARD -j KUBE-FORWARD',
    '-A KUBE-FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT',
    '-A KUBE-FORWARD -s 10.244.0.0/16 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
    '-A FORWARD -s 10.244.0.0/16 -p tcp -j ACCEPT',
  )
  t.deepEqual(path?.accepted, [])
})

test('a rule for everything decides before the policy', (t) => {
  t.true(pathOf(':FORWARD ACCEPT [0:0]', '-A FORWARD -j REJECT --reject-with icmp-host-prohibited')?.isClosed)
  t.false(pathOf(':FORWARD DROP [0:0]', '-A FORWARD -j ACCEPT', '-A FORWARD -j DROP')?.isClosed)
  t.false(pathOf(':FORWARD ACCEPT [0:0]', ':X - [0:0]', '-A FORWARD -j X', '-A X -j RETURN', '-A X -j DROP')?.isClosed)
})

test('chains that lead in a circle end', (t) => {
  const path = pathOf(':FORWARD DROP [0:0]', ':A - [0:0]', ':B - [0:0]', '-A FORWARD -j A', '-A A -j B', '-A B -j A')
  t.deepEqual(path, {policy: 'DROP', isClosed: true, accepted: [], usesSets: false, chains: ['A', 'B']})
})

test('a host without a filter table has no path', (t) => {
  t.is(forwardPath(parseIptablesSave('*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT\n')), undefined)
})
