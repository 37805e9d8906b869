import {execFileSync, spawnSync} from 'node:child_process'
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/**
 * Measures the built executable against the budget and prints one row each: median of the runs, the budget, and the ratio
 * to a named command of this machine. Exits 1 where a budget is not met.
 */
const executable = 'dist/node-preflight'
const runs = 15
if (!existsSync(executable)) throw new Error(`${executable} is not built; run: npm run build`)

const peakScript = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
`

interface Row {
  readonly what: string
  readonly measured: number
  readonly budget: number
  readonly unit: string
}

const check = ['check', '--phase', 'bootstrap', '-q', '-o', `json=${join(tmpdir(), 'node-preflight-bench.json')}`]
const rows: readonly Row[] = [
  {what: 'start (--version)', measured: wallMs(executable, ['--version']), budget: 25, unit: 'ms'},
  {what: 'check of this host, bootstrap phase', measured: wallMs(executable, check), budget: 120, unit: 'ms'},
  {
    what: 'check --root / (as an image)',
    measured: wallMs(executable, ['check', '--root', '/', '-q', ...check.slice(4)]),
    budget: 80,
    unit: 'ms',
  },
  {what: 'peak memory of the check', measured: peakMiB(check), budget: 90, unit: 'MiB'},
  {what: 'processes the check starts', measured: startedProcesses(check), budget: 12, unit: ''},
]
const baselines = [
  ['/bin/true', wallMs('/bin/true', [])],
  ['node -e 0', wallMs(process.execPath, ['-e', '0'])],
] as const
const perf = wallMs(executable, check)
for (const {what, measured, budget, unit} of rows) {
  const verdict = measured <= budget ? 'met' : 'MISSED'
  process.stdout.write(
    `${what.padEnd(40)} ${measured.toFixed(unit === '' ? 0 : 1).padStart(8)} ${unit.padEnd(3)} budget ${String(budget).padStart(4)}  ${verdict}\n`,
  )
}
for (const [name, ms] of baselines) {
  process.stdout.write(`a check takes ${(perf / ms).toFixed(1)} times as long as \`${name}\` (${ms.toFixed(1)} ms)\n`)
}
if (rows.some(({measured, budget}) => measured > budget)) process.exitCode = 1

function wallMs(command: string, args: readonly string[]): number {
  const times = Array.from({length: runs}, () => {
    const start = performance.now()
    spawnSync(command, args, {stdio: 'ignore'})
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
}

/** The kernel's own high-water mark of resident memory, of the program and all it starts. */
function peakMiB(args: readonly string[]): number {
  const {stdout} = spawnSync('python3', ['-c', peakScript, executable, ...args], {encoding: 'utf8'})
  return Number(stdout) / 1024
}

/** Programs started besides the executable itself, counted by strace. */
function startedProcesses(args: readonly string[]): number {
  const log = join(tmpdir(), 'node-preflight-bench.strace')
  try {
    execFileSync('strace', ['-f', '-qq', '-e', 'trace=execve', '-e', 'signal=none', '-o', log, executable, ...args], {
      stdio: 'ignore',
    })
  } catch {
    // A failing verdict is an exit code of the check, not of the measurement.
  }
  const started = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => / = 0$/.test(line) && line.includes('execve('))
  rmSync(log)
  return started.length - 1
}
