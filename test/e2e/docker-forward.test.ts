import {spawnSync} from 'node:child_process'
import {mkdtempSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import {Cel} from '../../src/cel/environment.ts'
import {judge} from '../../src/check/judge.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {DockerBench, inside, namespace, run} from './docker-bench.ts'

const pods = '10.244.0.0/16'
const bench = new DockerBench()
const etc = mkdtempSync(join(bench.directory, 'etc-'))
const cel = new Cel(collectors)
const rule = (await readRuleFiles('rules/docker')).find((file) => file.rule.id === 'docker-forward-policy-drop')?.rule
const podNamespaces = ['npf-pod-a', 'npf-pod-b']

test.after.always('remove the pods and what Docker needs', () => {
  for (const name of podNamespaces) spawnSync('ip', ['netns', 'del', name])
  bench.close()
})

/** What else writes rules, and whether a packet from one pod reaches the other then. */
const cases: readonly {readonly name: string; readonly ipForward: string; readonly rules: readonly string[]}[] = [
  {name: 'Docker alone switched forwarding on', ipForward: '0', rules: []},
  {name: 'forwarding was on before Docker', ipForward: '1', rules: []},
  {
    name: 'flannel accepts the pod range',
    ipForward: '0',
    rules: [`FORWARD -s ${pods} -j ACCEPT`, `FORWARD -d ${pods} -j ACCEPT`],
  },
  {name: 'only what comes from pods is accepted', ipForward: '0', rules: ['FORWARD -s 10.244.1.0/24 -j ACCEPT']},
  {
    name: 'DOCKER-USER accepts the pod range',
    ipForward: '0',
    rules: [`DOCKER-USER -s ${pods} -j ACCEPT`, `DOCKER-USER -d ${pods} -j ACCEPT`],
  },
  {
    name: 'interfaces of pods are accepted',
    ipForward: '0',
    rules: ['FORWARD -i cali+ -j ACCEPT', 'FORWARD -o cali+ -j ACCEPT'],
  },
  {
    name: 'kube-proxy accepts marked packets and answers',
    ipForward: '0',
    rules: [
      'FORWARD -m mark --mark 0x4000/0x4000 -j ACCEPT',
      `FORWARD -s ${pods} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
    ],
  },
]

for (const {name, ipForward, rules} of cases) {
  test(`the verdict on pod traffic is what packets meet: ${name}`, async (t) => {
    bench.freshNamespace(ipForward)
    podNamespaces.forEach(addPod)
    const seen = {reaches: false, verdict: ''}
    const outcome = await bench.start(bench.flags(), etc, async () => {
      for (const words of rules) inside('iptables', '-A', ...words.split(' '))
      if (rules.some((words) => words.startsWith('DOCKER-USER'))) {
        inside('iptables', '-D', 'DOCKER-USER', '-j', 'RETURN')
      }
      seen.reaches = isReached(podNamespaces[0] ?? '', '10.244.2.2')
      seen.verdict = await verdict(inside('iptables-save'))
    })
    t.true(outcome.isStarted, outcome.log.slice(-1000))
    t.is(seen.verdict, seen.reaches ? 'pass' : 'fail')
  })
}

/** A closed port answers a connection that arrives with a refusal; one that is dropped on the way gets no answer. */
function isReached(from: string, address: string): boolean {
  const connect = ['timeout', '1', 'bash', '-c', `exec 3<>/dev/tcp/${address}/9`]
  return spawnSync('ip', ['netns', 'exec', from, ...connect], {encoding: 'utf8'}).stderr.includes('Connection refused')
}

/** A pod behind an interface of its own, as on Calico, its gateway in Docker's namespace. */
function addPod(name: string, index: number): void {
  spawnSync('ip', ['netns', 'del', name])
  const network = `10.244.${index + 1}`
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', `cali${index}`, 'netns', namespace, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  inside('ip', 'addr', 'add', `${network}.1/24`, 'dev', `cali${index}`)
  inside('ip', 'link', 'set', `cali${index}`, 'up')
  for (const command of [
    `addr add ${network}.2/24 dev eth0`,
    'link set eth0 up',
    `route add default via ${network}.1`,
  ]) {
    run('ip', '-n', name, ...command.split(' '))
  }
}

async function verdict(rulesInForce: string): Promise<string> {
  if (!rule) throw new Error('the rule is gone')
  const answer = (argv: readonly string[], stdout: string) => ({argv: [...argv], exitCode: 0, stdout, stderr: ''})
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: namespace, capturedAt: '2026-01-01T00:00:00Z'},
    unlisted: 'absent',
    files: {
      '/usr/sbin/dockerd': '',
      '/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/sbin/dockerd\n',
      '/proc/640/comm': 'dockerd\n',
      '/proc/640/cmdline': '/usr/sbin/dockerd\0',
      '/proc/640/cgroup': '0::/system.slice/docker.service\n',
      '/run/flannel/subnet.env': `FLANNEL_NETWORK=${pods}\nFLANNEL_SUBNET=10.244.1.1/24\n`,
    },
    commands: [answer(['dockerd', '--version'], run('dockerd', '--version')), answer(['iptables-save'], rulesInForce)],
  })
  const store = new FactStore(collectors, host)
  const [finding] = await judge(rule, {cel, store, phase: 'joined', family: 'debian'})
  return finding?.outcome ?? 'none'
}
