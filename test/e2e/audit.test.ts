import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readFile, rm, writeFile} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import test from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'
import {sshWith, startSshd} from './sshd.ts'

const executable = resolve('dist/node-preflight')
const sshd = await startSshd(20_000 + (process.pid % 10_000))
const report = join(sshd.folder, 'report.json')
test.after.always(() => {
  sshd.stop()
  return rm(sshd.folder, {recursive: true})
})

const hosts = Array.from({length: 64}, (_, index) => `127.0.0.${index + 2}`)

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly report: FleetReport
}

/** Runs an audit; `during` may act on it while it runs. */
async function audit(
  args: readonly string[],
  during?: (pid: number) => Promise<void>,
  ssh = `ssh -F ${sshd.config}`,
): Promise<Ran> {
  await rm(report, {force: true})
  const child = spawn(executable, ['audit', '--ssh', ssh, '-o', `json=${report}`, ...args])
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const closed = once(child, 'close')
  if (during && child.pid) await during(child.pid)
  const [code] = await closed
  const text = await readFile(report, 'utf8').catch(() => '{}')
  return {code, out, err, report: JSON.parse(text)}
}

test.serial('64 hosts in one report, and what they share is told', async (t) => {
  const {code, err, report} = await audit([...hosts, '--only', 'identity,docker,kernel'])
  t.is(err, '')
  t.is(report.hosts.length, 64)
  t.deepEqual(report.unreachable, [])
  t.is(report.hosts[0]?.name, '127.0.0.2')
  t.is(report.hosts[0]?.report.host.mode, 'shell')
  const name = report.findings.find(({rule}) => rule === 'hostname-duplicated')
  t.is(name?.outcome, 'fail')
  t.is(name?.hosts?.length, 64)
  t.is(report.findings.find(({rule}) => rule === 'kernels-differ')?.outcome, 'pass')
  t.is(code, 1)
})

test.serial('hosts that cannot be reached come with the words of ssh', async (t) => {
  await sshd.configure(`Host shut
  HostName 127.0.0.3
  Port 1
Host stranger
  HostName 127.0.0.4
  UserKnownHostsFile ${join(sshd.folder, 'wrong')}
  StrictHostKeyChecking yes
Host locked
  HostName 127.0.0.5
  PubkeyAuthentication no
Host nowhere
  HostName nowhere.invalid`)
  const [type, key] = (await readFile(join(sshd.folder, 'key.pub'), 'utf8')).split(' ')
  await writeFile(join(sshd.folder, 'wrong'), `[127.0.0.4]:${sshd.port} ${type} ${key}\n`)
  const {code, out, report} = await audit([
    '127.0.0.2',
    'shut',
    'stranger',
    'locked',
    'nowhere',
    '--only',
    'nft-missing',
    '--fail-on',
    'never',
  ])
  t.is(code, 0)
  t.is(report.verdict, 'inconclusive')
  t.deepEqual(
    report.hosts.map(({name}) => name),
    ['127.0.0.2'],
  )
  const reasons = new Map(report.unreachable.map(({name, reason}) => [name, reason]))
  t.regex(reasons.get('shut') ?? '', /^ssh: connect to host 127\.0\.0\.3 port 1: Connection refused$/)
  t.is(reasons.get('stranger'), 'Host key verification failed.')
  t.regex(reasons.get('locked') ?? '', /^root@127\.0\.0\.5: Permission denied \(publickey,password/)
  t.regex(reasons.get('nowhere') ?? '', /^ssh: Could not resolve hostname nowhere\.invalid/)
  t.true(out.indexOf('COULD NOT BE REACHED') > out.indexOf('HOSTS'))
  t.is((await audit(['127.0.0.2', 'shut', '--only', 'kernels-differ'])).code, 3)
})

test.serial('a host that dies, hangs, floods or answers garbage costs itself only', async (t) => {
  const shells = {
    dies: '#!/bin/sh\nhead -c 4000 | sh 2>/dev/null & sleep 0.3; exit 7\n',
    hangs: '#!/bin/sh\nexec sleep 300\n',
    floods: '#!/bin/sh\nexec yes flood\n',
    babbles: '#!/bin/sh\nhead -c 100000 /dev/urandom; exit 0\n',
  }
  const relay = await sshWith(sshd, shells)
  const started = performance.now()
  const {report} = await audit(
    [...Object.keys(shells), '127.0.0.2', '--timeout', '5s', '--only', 'nft-missing'],
    undefined,
    relay,
  )
  t.true(performance.now() - started < 30_000)
  t.deepEqual(
    report.hosts.map(({name}) => name),
    ['127.0.0.2'],
  )
  const reasons = new Map(report.unreachable.map(({name, reason}) => [name, reason]))
  t.regex(reasons.get('hangs') ?? '', /did not answer within 5 s|was not done within 5 s/)
  t.regex(reasons.get('floods') ?? '', /sent more than 1 MiB/)
  t.regex(reasons.get('dies') ?? '', /ended the session/)
  t.truthy(reasons.get('babbles'))
})

test.serial('a name is never an option nor a command', async (t) => {
  const list = join(sshd.folder, 'list')
  for (const name of ['-oProxyCommand=touch pwned', '-F/dev/null']) {
    await writeFile(list, `${name}\n`)
    const {code, err} = await audit(['--hosts', list])
    t.is(code, 2)
    t.regex(err, /is no host/)
  }
  const trap = join(sshd.folder, 'pwned')
  const {report} = await audit([`$(touch\${IFS}${trap})`, '`id`', '--only', 'nft-missing'])
  t.is(report.unreachable.length, 2)
  await t.throwsAsync(readFile(trap))
})

test.serial('Ctrl-C gives the report so far', async (t) => {
  await sshd.configure('Host slow\n  HostName 127.0.0.9\n  ProxyCommand sleep 60')
  const {code, out, report} = await audit(
    ['127.0.0.2', 'slow', '--only', 'kernels-differ,nft-missing'],
    async (pid) => {
      await sleep(6000)
      process.kill(pid, 'SIGINT')
    },
  )
  t.true(code === 1 || code === 3)
  t.true(report.durationMs < 20_000)
  t.deepEqual(
    report.hosts.map(({name}) => name),
    ['127.0.0.2'],
  )
  t.deepEqual(report.unreachable, [{name: 'slow', reason: 'was not done when the audit was stopped'}])
  t.regex(out, /COULD NOT BE REACHED/)
})

test.serial('a line of 50 ms each direction adds a few round trips only', async (t) => {
  const relay = `${resolve('node_modules/.bin/bun')} ${resolve('test/e2e/slow-relay.ts')}`
  await sshd.configure(`Host near far
  HostName 127.0.0.6
Match host 127.0.0.6 originalhost near
  ProxyCommand ${relay} %h %p 0
Match host 127.0.0.6 originalhost far
  ProxyCommand ${relay} %h %p 50
Host *`)
  const best = async (host: string): Promise<number> => {
    const runs = [await audit([host]), await audit([host]), await audit([host])]
    for (const {report} of runs) t.deepEqual(report.unreachable, [])
    return Math.min(...runs.map(({report}) => report.durationMs))
  }
  const [near, far] = [await best('near'), await best('far')]
  t.log(`${near} ms near, ${far} ms far`)
  t.true(far - near < 10_000)
})
