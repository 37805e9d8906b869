import test from 'ava'
import {firewall} from '../../src/collectors/firewall.ts'
import {Absent, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const docker = `*nat
:POSTROUTING ACCEPT [0:0]
-A POSTROUTING -s 172.17.0.0/16 ! -o docker0 -j MASQUERADE
COMMIT
*filter
:FORWARD DROP [12:720]
:DOCKER-USER - [0:0]
-A FORWARD -j DOCKER-USER
-A FORWARD -i docker0 ! -o docker0 -j ACCEPT
-A DOCKER-USER -j RETURN
COMMIT
`
const accepted = docker.replace(
  '-A DOCKER-USER',
  '-A FORWARD -s 10.244.0.0/16 -j ACCEPT\n-A FORWARD -d 10.244.0.0/16 -j ACCEPT\n$&',
)
const flannel = {'/run/flannel/subnet.env': 'FLANNEL_NETWORK=10.244.0.0/16\nFLANNEL_SUBNET=10.244.1.1/24\n'}

const answer = (program: string, stdout: string, exitCode = 0, stderr = '') => ({
  argv: [program],
  exitCode,
  stdout,
  stderr,
})

async function factsOf(files: Parameters<typeof probeOf>[0], ...commands: NonNullable<Parameters<typeof probeOf>[1]>) {
  const facts = await firewall.collect(probeOf(files, commands))
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

test('a closed FORWARD chain blocks the pod range unless rules accept it in both directions', async (t) => {
  const blocked = async (rules: string) => plain((await factsOf(flannel, answer('iptables-save', rules))).forward)
  const chain = {name: 'FORWARD', policy: 'DROP', isClosed: true, owners: ['docker']}
  t.deepEqual(await blocked(docker), [{...chain, blockedPods: ['10.244.0.0/16']}])
  t.deepEqual(await blocked(accepted), [{...chain, blockedPods: []}])
  t.deepEqual(await blocked(accepted.replace('-d 10.244.0.0/16', '-d 10.244.1.0/24')), [
    {...chain, blockedPods: ['10.244.0.0/16']},
  ])
})

test('interfaces of pods and chains of network plugins let pods pass', async (t) => {
  const plus = (...lines: readonly string[]) => docker.replace('-A DOCKER-USER', `${lines.join('\n')}\n$&`)
  for (const rules of [
    plus('-A FORWARD -i cni0 -j ACCEPT', '-A FORWARD -o cni0 -j ACCEPT'),
    plus(':cali-FORWARD - [0:0]', '-A FORWARD -j cali-FORWARD'),
  ]) {
    const {forward} = await factsOf(flannel, answer('iptables-save', rules))
    t.like(plain(forward), [{isClosed: true, blockedPods: []}])
  }
})

test('without a known pod range nobody can tell what is blocked', async (t) => {
  const {forward} = await factsOf({}, answer('iptables-save', docker))
  t.like(plain(forward), [
    {policy: 'DROP', blockedPods: {unknown: 'nothing on this host tells the pod range; give it with --pod-cidr'}},
  ])
})

test('rules that accept by address sets are not followed', async (t) => {
  const rules = docker.replace('-A DOCKER-USER', '-A FORWARD -m set --match-set ovn40subnets src -j ACCEPT\n$&')
  const {forward} = await factsOf(flannel, answer('iptables-save', rules))
  t.like(plain(forward), [{blockedPods: {unknown: 'rules of FORWARD accept by address sets, which are not followed'}}])
})

test('legacy tables are read beside those of nft', async (t) => {
  const warned =
    '# Warning: iptables-legacy tables present, use iptables-legacy-save to see them\n*filter\n:FORWARD ACCEPT [0:0]\nCOMMIT\n'
  const {forward} = await factsOf(flannel, answer('iptables-save', warned), answer('iptables-legacy-save', docker))
  t.like(plain(forward), [
    {name: 'FORWARD', isClosed: false, blockedPods: []},
    {name: 'FORWARD (legacy)', isClosed: true, blockedPods: ['10.244.0.0/16']},
  ])
})

test('a family whose rules may not be listed is unknown, the other is not', async (t) => {
  const denied = answer(
    'ip6tables-save',
    '',
    4,
    'ip6tables-save v1.8.9 (nf_tables): Could not fetch rule set generation id: Permission denied\n',
  )
  const facts = await factsOf(flannel, answer('iptables-save', accepted), denied)
  t.true(facts.forward6 instanceof Unknown && facts.forward6.reason.endsWith('run as root'))
  t.like(plain(facts.forward), [{policy: 'DROP'}])
})

test('masquerade rules and what they spare', async (t) => {
  const {masquerades} = await factsOf({}, answer('iptables-save', docker))
  t.deepEqual(plain(masquerades), [
    {
      name: '-A POSTROUTING -s 172.17.0.0/16 ! -o docker0 -j MASQUERADE',
      family: 4,
      chain: 'POSTROUTING',
      range: '172.17.0.0/16',
      exceptTo: '',
      exceptInterface: 'docker0',
    },
  ])
})

test('rules of users in DOCKER-USER count when in force and when saved', async (t) => {
  const own =
    '*filter\n:DOCKER-USER - [0:0]\n-A DOCKER-USER -i eth0 -s 10.0.0.0/8 -j DROP\n-A DOCKER-USER -j RETURN\nCOMMIT\n'
  t.deepEqual(
    plain((await factsOf({'/etc/iptables/rules.v4': own}, answer('iptables-save', docker))).dockerUserRules),
    [{name: '-A DOCKER-USER -i eth0 -s 10.0.0.0/8 -j DROP'}],
  )
})
