import {execFileSync, spawnSync} from 'node:child_process'
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {crowdedNode} from './bench/crowded-node.ts'

/**
 * Measures the built executable against the budget and prints one row each: median of the runs, the budget, and the ratio
 * to a named command of this machine; with `--fleet` audits instead. Exits 1 where a budget is not met.
 */
const executable = 'dist/node-preflight'
const runs = 15
const volumeRules = 'secret-volume-mislabelled,volume-categories-differ,empty-dir-mislabelled'
if (!existsSync(executable)) throw new Error(`${executable} is not built; run: npm run build`)
if (process.argv.includes('--fleet')) {
  await (await import('./bench-fleet.ts')).benchFleet()
  process.exit()
}

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

const work = mkdtempSync(join(tmpdir(), 'node-preflight-bench-'))
const check = ['check', '--phase', 'bootstrap', '-q', '-o', `json=${join(work, 'report.json')}`]
const rows: readonly Row[] = [
  {what: 'start (--version)', measured: wallMs(executable, ['--version']), budget: 25, unit: 'ms'},
  {what: 'check of this host, bootstrap phase', measured: wallMs(executable, check), budget: 120, unit: 'ms'},
  {
    what: 'check --root / (as an image)',
    measured: wallMs(executable, ['check', '--root', '/', '-q', ...check.slice(4)]),
    budget: 80,
    unit: 'ms',
  },
  {what: 'loading, selecting and judging every rule', measured: judgingMs(), budget: 40, unit: 'ms'},
  {what: 'volume rules, 250 pods with 1,000 volumes', measured: volumesMs(), budget: 300, unit: 'ms'},
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
    `${what.padEnd(43)} ${measured.toFixed(unit === '' ? 0 : 1).padStart(8)} ${unit.padEnd(3)} budget ${String(budget).padStart(4)}  ${verdict}\n`,
  )
}
for (const [name, ms] of baselines) {
  process.stdout.write(`a check takes ${(perf / ms).toFixed(1)} times as long as \`${name}\` (${ms.toFixed(1)} ms)\n`)
}
rmSync(work, {recursive: true})
if (rows.some(({measured, budget}) => measured > budget)) process.exitCode = 1

function wallMs(command: string, args: readonly string[]): number {
  return median(() => {
    const start = performance.now()
    spawnSync(command, args, {stdio: 'ignore'})
    return performance.now() - start
  })
}

function median(measure: () => number): number {
  return Array.from({length: runs}, measure).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
}

/** The rules alone, on a node whose facts were read before, compiled and started as the executable is. */
function judgingMs(): number {
  const program = join(work, 'judging')
  const options = ['--compile', '--splitting', '--bytecode', '--minify', '--format=esm', `--outfile=${program}`]
  execFileSync('node_modules/.bin/bun', ['build', ...options, 'scripts/bench/judging.ts'], {stdio: 'ignore'})
  const env = {...process.env, BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000'}
  return median(() => Number(execFileSync(program, ['test/hosts/rocky-9-crio-cilium.json'], {env, encoding: 'utf8'})))
}

/** A whole check of a recorded node by the volume rules, the snapshot read and parsed. */
function volumesMs(): number {
  const snapshot = join(work, 'crowded.json')
  writeFileSync(snapshot, JSON.stringify(crowdedNode(250)))
  const of = (rules: string) => ['check', '--from', snapshot, '--phase', 'joined', '--only', rules, '-q']
  const {stdout} = spawnSync(executable, [...of(volumeRules), '-o', 'json'], {encoding: 'utf8'})
  const {summary} = JSON.parse(stdout) as {summary: {fail: number}}
  if (summary.fail !== 1) throw new Error(`the volume rules made ${summary.fail} findings, not the one that is planted`)
  return wallMs(executable, of(volumeRules))
}

/** The kernel's own high-water mark of resident memory, of the program and all it starts. */
function peakMiB(args: readonly string[]): number {
  const {stdout} = spawnSync('python3', ['-c', peakScript, executable, ...args], {encoding: 'utf8'})
  return Number(stdout) / 1024
}

/** Processes that programs were started in besides the executable's own, counted by strace. */
function startedProcesses(args: readonly string[]): number {
  const log = join(work, 'strace')
  try {
    execFileSync('strace', ['-f', '-qq', '-e', 'trace=execve', '-e', 'signal=none', '-o', log, executable, ...args], {
      stdio: 'ignore',
    })
  } catch {
    // A failing verdict is an exit code of the check, not of the measurement.
  }
  const started = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => / = 0$/.test(line))
  return new Set(started.map((line) => line.split(' ')[0])).size - 1
}
