import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import test from 'ava'
import {Cel} from '../../src/cel/environment.ts'
import {judge} from '../../src/check/judge.ts'
import {docker} from '../../src/collectors/docker.ts'
import {collectors} from '../../src/collectors/index.ts'
import {dockerdCommand} from '../../src/evaluators/dockerd-command.ts'
import {createProbe} from '../../src/facts/probe.ts'
import {FactStore} from '../../src/facts/store.ts'
import {toldNothing} from '../../src/facts/told.ts'
import {bare, type Leaf} from '../../src/facts/value.ts'
import type {Host} from '../../src/host/host.ts'
import {rootHost} from '../../src/host/root.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {DockerBench, inside, namespace, run} from './docker-bench.ts'
import {type DockerState, refused, starting} from './docker-states.ts'

const bench = new DockerBench()
const version = run('dockerd', '--version').replace(/^Docker version ([^,]+),[\s\S]*$/, '$1')
const cel = new Cel(collectors)
const rules = (await readRuleFiles('rules/docker')).map((file) => file.rule)

test.after.always('end containerd and remove what was made', () => bench.close())

for (const state of starting) {
  test(`dockerd starts: ${state.name}`, async (t) => {
    const {host, etc} = await prepare(state)
    t.deepEqual(await refusalsOf(host), [])
    const expected = await predict(host)
    const {isStarted, log, rules: written, bridge} = await bench.start(await argumentsOf(host), etc)
    t.true(isStarted, log.slice(-2000))
    t.deepEqual(
      {
        masquerades: /^-A POSTROUTING -s (\S+) ! -o docker0 -j MASQUERADE$/m.exec(written)?.[1] ?? '',
        forward: /^:FORWARD (\S+)/m.exec(written)?.[1] ?? 'ACCEPT',
        hasUserChain: /^:DOCKER-USER /m.test(written),
        bridge,
      },
      expected,
    )
  })
}

for (const {rule, ...state} of refused) {
  test(`dockerd refuses to start, ${rule}: ${state.name}`, async (t) => {
    const {host, etc} = await prepare(state)
    t.deepEqual(await refusalsOf(host), [rule])
    const {isStarted, log} = await bench.start(await argumentsOf(host), etc)
    t.false(isStarted)
    const symptoms = rules.find(({id}) => id === rule)?.symptoms ?? []
    t.true(
      symptoms.some((symptom) => log.includes(symptom)),
      `none of ${symptoms.join(' | ')} in ${log.slice(-1000)}`,
    )
  })
}

/** What must come true of a started dockerd, from its effective options. */
async function predict(host: Host) {
  const facts = await new FactStore(collectors, host).collect(docker)
  if (!('iptables' in facts)) throw new Error(facts.reason)
  const known = <T>(leaf: Leaf<T>): T => {
    const value = bare(leaf)
    if (value === undefined) throw new Error('an option is not known')
    return value
  }
  const [iptables, network] = [known(facts.iptables), known(facts.bridgeNetwork)]
  const switchesOn = known(facts.ipForward) && known(facts.bootIpForward) !== '1'
  return {
    masquerades: iptables && known(facts.ipMasq) ? network : '',
    forward: iptables && switchesOn ? 'DROP' : 'ACCEPT',
    hasUserChain: iptables,
    bridge: network,
  }
}

/** The failing rules that mean dockerd does not come up. */
async function refusalsOf(host: Host): Promise<readonly string[]> {
  const causes = new Set(refused.map(({rule}) => rule))
  const store = new FactStore(collectors, host)
  const relevant = rules.filter(({id}) => causes.has(id))
  const findings = await Promise.all(
    relevant.map((rule) => judge(rule, {cel, store, phase: 'image', family: 'debian'})),
  )
  return findings.flat().flatMap(({outcome, rule}) => (outcome === 'fail' ? [rule] : []))
}

/** The arguments systemd would hand to dockerd. */
async function argumentsOf(host: Host): Promise<readonly string[]> {
  const command = await dockerdCommand(createProbe(host, toldNothing))
  if (command.state !== 'found') throw new Error(command.reason)
  return command.planned.words.map(({text}) => text)
}

/** Writes a state into a scratch root and its namespace; a state with something live becomes a recorded host. */
async function prepare(state: DockerState): Promise<{host: Host; etc: string}> {
  bench.freshNamespace(state.ipForward ?? '0')
  for (const command of state.before ?? []) inside(...command.split(' '))
  const root = mkdtempSync(join(bench.directory, 'root-'))
  const files = filesOf(state)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), {recursive: true})
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(root, 'etc/docker'), {recursive: true})
  return {host: state.before ? recorded(files) : await rootHost(root), etc: join(root, 'etc/docker')}
}

function filesOf({
  flags = '',
  service = '',
  dropIn,
  json,
  files,
  ipForward,
}: DockerState): Readonly<Record<string, string>> {
  const own = bench.flags().join(' ')
  return {
    '/usr/sbin/dockerd': '',
    '/var/lib/dpkg/status': `Package: docker.io\nStatus: install ok installed\nVersion: ${version}\n`,
    '/var/lib/dpkg/info/docker.io.list': '/usr/sbin/dockerd\n',
    '/lib/systemd/system/docker.service': `[Service]\n${service}\nExecStart=/usr/sbin/dockerd ${own} ${flags}\n`,
    ...(dropIn === undefined
      ? {}
      : {'/etc/systemd/system/docker.service.d/10-own.conf': `[Service]\n${dropIn.replace('{}', own)}\n`}),
    ...(json === undefined ? {} : {'/etc/docker/daemon.json': json}),
    ...(ipForward === undefined ? {} : {'/etc/sysctl.d/90-forward.conf': `net.ipv4.ip_forward = ${ipForward}\n`}),
    ...files,
  }
}

function recorded(files: Readonly<Record<string, string>>): Host {
  const argv = ['ip', '-j', 'route', 'show', 'table', 'all']
  const routes = {argv, exitCode: 0, stdout: inside(...argv), stderr: ''}
  const host = {name: namespace, capturedAt: '2026-01-01T00:00:00Z'}
  return snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host,
    unlisted: 'absent',
    files,
    commands: [routes],
  })
}
