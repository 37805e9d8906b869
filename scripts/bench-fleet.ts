import {execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {judgeOf} from '../src/cli/judge-host.ts'
import {openShell} from '../src/cli/open-shell.ts'
import {setupOpener} from '../src/cli/setup.ts'
import {toldBy} from '../src/cli/told.ts'
import {type Sshd, startSshd} from '../test/e2e/sshd.ts'

/**
 * Measures audits by the built executable against the budget: 64 hosts that are this machine's own sshd on loopback addresses,
 * a host behind a slow line, and a fleet of recorded hosts. CPU time and memory are those of the program alone, without the
 * ssh processes it starts.
 */
const executable = resolve('dist/node-preflight')
const atOnce = 32
const hosts = Array.from({length: 64}, (_, index) => `127.0.0.${index + 2}`)

interface Row {
  readonly what: string
  readonly measured: number
  readonly unit: string
  /** Absent where the figure only explains others. */
  readonly budget?: number
}

/** What one run of the program took. */
interface Run {
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly peakMiB: number
}

/** Prints one row each; the exit code is 1 where a budget is not met or nothing can be measured. */
export async function benchFleet(): Promise<void> {
  const lacks = [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...(existsSync('/usr/sbin/sshd') ? [] : ['sshd (Debian: openssh-server)']),
    ...(existsSync(executable) ? [] : ['dist/node-preflight (npm run build)']),
  ]
  if (lacks.length > 0) {
    process.stderr.write(`fleets cannot be measured here; what lacks: ${lacks.join(', ')}\n`)
    process.exitCode = 1
    return
  }
  const sshd = await startSshd(20_000 + (process.pid % 10_000))
  try {
    await show(hostsAtOnce(sshd))
    await show(slowLine(sshd))
    await show(recordedFleet(join(sshd.folder, 'recordings')))
  } finally {
    sshd.stop()
    rmSync(sshd.folder, {recursive: true})
  }
}

/** What each host of many costs, and that hosts that are done leave little behind. */
async function hostsAtOnce(sshd: Sshd): Promise<readonly Row[]> {
  const over = (count: number): Promise<Run> => auditBySsh(sshd, hosts.slice(0, count))
  const [one, eight, some, all] = [await over(1), await over(8), await over(atOnce), await over(hosts.length)]
  const peak = (count: number, {peakMiB}: Run): Row => ({
    what: `peak memory, ${count} hosts`,
    measured: peakMiB,
    unit: 'MiB',
  })
  return [
    {what: 'CPU time a host, 64 hosts', measured: all.cpuSeconds / hosts.length, budget: 0.1, unit: 's'},
    ...[peak(1, one), peak(8, eight), peak(atOnce, some), peak(hosts.length, all)],
    {
      what: 'memory each of 32 hosts at once adds',
      measured: (some.peakMiB - one.peakMiB) / (atOnce - 1),
      budget: 3,
      unit: 'MiB',
    },
    {
      what: 'memory of 64 hosts as a part of that of 32',
      measured: (100 * all.peakMiB) / some.peakMiB,
      budget: 115,
      unit: '%',
    },
    {what: 'wall time of 64 hosts, sshd included', measured: all.wallSeconds, unit: 's'},
    {what: 'round trips a host', measured: await roundTrips(sshd), budget: 8, unit: ''},
  ]
}

/** One host that each byte takes 50 ms to and from, beside what ssh alone takes to log in there. */
async function slowLine(sshd: Sshd): Promise<readonly Row[]> {
  const relay = `${resolve('node_modules/.bin/bun')} ${resolve('test/e2e/slow-relay.ts')}`
  await sshd.configure(`Host far\n  HostName 127.0.0.6\n  ProxyCommand ${relay} %h %p 50`)
  const login = [1, 2, 3].map(() => {
    const start = performance.now()
    execFileSync('ssh', ['-F', sshd.config, 'far', 'true'])
    return (performance.now() - start) / 1000
  })
  const audits = [await auditBySsh(sshd, ['far']), await auditBySsh(sshd, ['far']), await auditBySsh(sshd, ['far'])]
  return [
    {what: '`ssh host true`, 50 ms each way', measured: Math.min(...login), unit: 's'},
    {
      what: 'audit of one host, 50 ms each way',
      measured: Math.min(...audits.map(({wallSeconds}) => wallSeconds)),
      budget: 2.5,
      unit: 's',
    },
  ]
}

/** 2,000 recordings, each with a name and a machine-id of its own: of the hosts that tests know, and of this machine. */
async function recordedFleet(folder: string): Promise<readonly Row[]> {
  mkdirSync(folder)
  const own = join(folder, 'own')
  execFileSync(executable, ['snapshot', '-o', own])
  const files = [
    ...readdirSync('test/hosts')
      .filter((name) => name.endsWith('.json'))
      .map((name) => join('test/hosts', name)),
    own,
  ]
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  rmSync(own)
  for (let index = 0; index < 2000; index += 1) {
    const text = texts[index % texts.length] ?? ''
    writeFileSync(join(folder, `node-${index}.json`), renamed(text, index))
  }
  execFileSync('sync') // Writing them to the disk is no part of the audit.
  const {wallSeconds, cpuSeconds, peakMiB} = await run(['--from', folder])
  return [
    {what: 'audit of 2,000 recorded hosts', measured: wallSeconds, budget: 20, unit: 's'},
    {what: 'CPU time of these', measured: cpuSeconds, unit: 's'},
    {what: 'peak memory of these', measured: peakMiB * 1.048576, budget: 400, unit: 'MB'},
  ]
}

/** A recording as if it were of another host, in every text that names it. */
function renamed(text: string, index: number): string {
  const {files} = JSON.parse(text)
  const contentOf = (path: string): string => (files[path]?.content ?? files[path] ?? '').trim()
  const [name, machineId] = [contentOf('/etc/hostname'), contentOf('/etc/machine-id')]
  const named = name === '' ? text : text.replaceAll(name, `node-${index}`)
  return machineId === '' ? named : named.replaceAll(machineId, index.toString(16).padStart(32, '0'))
}

async function roundTrips(sshd: Sshd): Promise<number> {
  const args = {layers: []}
  const host = await openShell({argv: ['ssh', '-F', sshd.config, '127.0.0.2', 'sh'], name: 'host'})
  const openSetup = await setupOpener(args)
  await judgeOf(await openSetup(host), await toldBy(args)).inspect(host)
  host.close()
  return host.roundTrips()
}

const auditBySsh = (sshd: Sshd, names: readonly string[]): Promise<Run> =>
  run(['--ssh', `ssh -F ${sshd.config}`, '-j', String(atOnce), ...names])

/** Runs an audit that writes text and JSON; the kernel's own count of the process is read until it ends. */
async function run(args: readonly string[]): Promise<Run> {
  const start = performance.now()
  const child = spawn(executable, ['audit', '-o', 'json=/dev/null', ...args], {stdio: ['ignore', 'ignore', 'inherit']})
  const exited = once(child, 'exit')
  let [ticks, peakKiB] = [0, 0]
  const look = (): void => {
    try {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
      ticks = Number(fields[11]) + Number(fields[12])
      peakKiB = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? peakKiB)
    } catch {
      // It ended between two looks.
    }
  }
  const timer = setInterval(look, 50)
  const [code] = await exited
  clearInterval(timer)
  if (code !== 0 && code !== 1 && code !== 3) throw new Error(`audit ended with ${code}`)
  return {wallSeconds: (performance.now() - start) / 1000, cpuSeconds: ticks / ticksPerSecond, peakMiB: peakKiB / 1024}
}

/** USER_HZ, which is 100 on every architecture that the program is built for. */
const ticksPerSecond = 100

async function show(rows: Promise<readonly Row[]>): Promise<void> {
  for (const {what, measured, unit, budget} of await rows) {
    const verdict =
      budget === undefined ? '' : `budget ${String(budget).padStart(4)}  ${measured <= budget ? 'met' : 'MISSED'}`
    const figure = measured.toFixed(unit === 's' ? 3 : unit === '' ? 0 : 1).padStart(8)
    process.stdout.write(`${`${what.padEnd(44)} ${figure} ${unit.padEnd(3)} ${verdict}`.trimEnd()}\n`)
    if (budget !== undefined && measured > budget) process.exitCode = 1
  }
}
