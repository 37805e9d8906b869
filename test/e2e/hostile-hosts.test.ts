import {execFileSync, spawnSync} from 'node:child_process'
import {readdir, readFile, rm} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import test from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'
import {sshWith, startSshd} from './sshd.ts'

const executable = resolve('dist/node-preflight')
const sshd = await startSshd(20_000 + (process.pid % 10_000))
test.after.always(() => {
  sshd.stop()
  return rm(sshd.folder, {recursive: true})
})

/** A shell that says what it likes of its clock and name, and answers whatever it is asked by a text of its own. */
const liar = (clock: string, name: string, answer: string): string => `#!/bin/bash
read -r line
set -- $(sed 's/.*n" \\([0-9a-f]\\{20\\}\\) \\([0-9a-f]\\{20\\}\\) .*/\\1 \\2/' <<<"$line")
printf '%s%s\\001\\377\\015\\012%s\\n%b\\n1\\n%s\\n' "$1" "$2" '${clock}' '${name}' "$2"
mark=
while read -r line; do
  case $line in M=k*) mark=\${line#M=};; esac
  case $line in *'"$M"'"$2") ${answer}; printf %s "$mark$2";; esac
done
`

test('whatever a host says, the others are reported and no escape sequence comes through', async (t) => {
  const esc = '\\033[2J\\033]0;pwn\\007<script>x</script>'
  const ssh = await sshWith(sshd, {
    never: liar('Infinity', 'never', ':'),
    past: liar('-1', 'past', ':'),
    late: liar('1e300', 'late', ':'),
    named: liar('1796132630.5', esc.repeat(60), ':'),
    marked: liar('1796132630.5', 'marked', `yes "\${mark}k" | tr -d '\\n' | head -c 20000000`),
    refuses: `#!/bin/sh\nprintf '${esc} refused\\n' >&2\nexit 255\n`,
  })
  const names = ['never', 'past', 'late', 'named', 'marked', 'refuses']
  const files = ['json', 'html', 'junit', 'sarif', 'prometheus'].map((format) => join(sshd.folder, `out.${format}`))
  const outputs = files.flatMap((file) => ['-o', `${file.split('.').at(-1)}=${file}`])
  const argv = ['audit', '--ssh', ssh, ...names, '127.0.0.2', '127.0.0.3', '-o', 'text', ...outputs]
  const {status, stdout, stderr} = spawnSync(executable, argv, {encoding: 'utf8', timeout: 60_000})
  t.is(stderr, '')
  t.is(status, 1)
  const report: FleetReport = JSON.parse(await readFile(files[0] ?? '', 'utf8'))
  t.deepEqual(
    report.hosts.map(({name}) => name),
    ['127.0.0.2', '127.0.0.3', 'marked', 'named'],
  )
  t.true((report.hosts.find(({name}) => name === 'named')?.report.host.name.length ?? 999) <= 256)
  t.is(report.hosts.find(({name}) => name === 'marked')?.report.summary.pass, 0)
  const reasons = Object.fromEntries(report.unreachable.map(({name, reason}) => [name, reason]))
  for (const name of ['never', 'past', 'late']) t.is(reasons[name], 'it does not tell its clock')
  t.regex(
    report.notices?.map(({message}) => message).join('\n') ?? '',
    /^127\.0\.0\.2 and 127\.0\.0\.3 seem to be one machine/m,
  )
  for (const text of [stdout, ...(await Promise.all(files.map((file) => readFile(file, 'utf8'))))]) {
    t.false(text.includes('\x1b') || text.includes('\x07'))
  }
  t.false((await readFile(files[1] ?? '', 'utf8')).includes('<script>x'))
  execFileSync('xmllint', ['--noout', files[2] ?? ''])
  execFileSync('promtool', ['check', 'metrics'], {input: await readFile(files[4] ?? ''), stdio: 'pipe'})
})

test('hosts come from a pipe', (t) => {
  const audit = `${executable} audit --ssh 'ssh -F ${sshd.config}' --only nft-missing -o json`
  for (const line of [`${audit} --hosts <(echo 127.0.0.2)`, `echo 127.0.0.2 | ${audit} --hosts -`]) {
    const {stdout, stderr} = spawnSync('bash', ['-c', line], {encoding: 'utf8'})
    t.is(stderr, '')
    t.is(JSON.parse(stdout).hosts.length, 1)
  }
})

test('a terminal on the way leaves no session behind', async (t) => {
  const via = `ssh -tt -F ${sshd.config} 127.0.0.7`
  const {status, stderr} = spawnSync(executable, ['check', '--via', via, '--only', 'nft-missing'], {encoding: 'utf8'})
  t.is(status, 0, stderr)
  await sleep(500)
  const left: string[] = []
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.replaceAll('\0', ' ').includes(via)) left.push(line)
  }
  t.deepEqual(left, [])
})

test('a report that cannot be written is a mistake, not a verdict', (t) => {
  const line = `${executable} audit --ssh 'ssh -F ${sshd.config}' 127.0.0.2 --only nft-missing >/dev/full`
  const {status, stderr} = spawnSync('sh', ['-c', line], {encoding: 'utf8'})
  t.is(stderr, 'node-preflight: cannot write the report: ENOSPC\n')
  t.is(status, 2)
})
