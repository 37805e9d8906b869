import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {availableParallelism, tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import test, {type ExecutionContext} from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'

/** So many recordings that threads share the work, by which nothing in the report may change. */
const folder = mkdtempSync(join(tmpdir(), 'recorded-fleet-'))
const count = 240
record(count, folder)
writeFileSync(join(folder, 'damaged.json'), '{"apiVersion": "node-preflight/v1",\n  "kind": Snapshot}\n')
test.after.always(() => rmSync(folder, {recursive: true}))

function record(count: number, folder: string): void {
  const recorded = readdirSync('test/hosts').filter((name) => name.endsWith('.json'))
  for (let index = 0; index < count; index += 1) {
    cpSync(join('test/hosts', recorded[index % recorded.length] ?? ''), join(folder, `node-${index}.json`))
  }
}

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  executable: [resolve('dist/node-preflight')],
  'npm package': [process.execPath, resolve('dist/npm/main.js')],
}

/** What an audit reports, without what differs from run to run. */
function audit(t: ExecutionContext, [program, ...first]: readonly [string, ...string[]], ...args: readonly string[]) {
  const argv = [...first, 'audit', '--from', folder, '-o', 'json', ...args]
  const {status, stdout, stderr} = spawnSync(program, argv, {encoding: 'utf8', maxBuffer: 1024 ** 3})
  t.is(stderr, '')
  t.is(status, 1)
  const {startedAt: _startedAt, durationMs: _durationMs, hosts, ...report}: FleetReport = JSON.parse(stdout)
  return {
    ...report,
    hosts: hosts.map(({name, report: {startedAt: _, durationMs: __, ...own}}) => ({name, report: own})),
  }
}

for (const [name, program] of Object.entries(programs)) {
  test.serial(`${name}: threads report what one thread does`, (t) => {
    const [alone, shared] = [audit(t, program, '-j', '1'), audit(t, program)]
    t.is(alone.hosts.length, count)
    t.deepEqual(
      alone.unreachable.map(({name}) => name),
      ['damaged'],
    )
    t.deepEqual(shared, alone)
  })
}

/** The threads of a process that bear a name; one that was started a moment ago still bears that of the thread it came from. */
function threadsNamed(pid: number | undefined, name: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).filter(
      (task) => readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8') === `${name}\n`,
    )
  } catch {
    return [] // It ended between two looks.
  }
}

test.serial('the executable starts a thread for each processor but one, none for few recordings', async (t) => {
  const threads = async (...from: readonly string[]): Promise<number> => {
    const [program] = programs.executable ?? ['']
    const child = spawn(program, ['audit', ...from.flatMap((path) => ['--from', path])], {stdio: 'ignore'})
    const ended = once(child, 'exit')
    let most = 0
    let before: readonly string[] = []
    while (child.exitCode === null) {
      const workers = threadsNamed(child.pid, 'Worker')
      most = Math.max(most, workers.filter((task) => before.includes(task)).length)
      before = workers
      await sleep(20)
    }
    await ended
    return most
  }
  t.is(await threads(folder), Math.min(availableParallelism() - 1, 3))
  t.is(await threads(join(folder, 'node-0.json'), join(folder, 'node-1.json')), 0)
})

test.serial('Ctrl-C ends the threads and reports what is done', async (t) => {
  const [program] = programs.executable ?? ['']
  const large = mkdtempSync(join(folder, 'large-'))
  record(1000, large)
  const child = spawn(program, ['audit', '--from', large, '-o', 'json'])
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  const closed = once(child, 'close')
  await sleep(1500)
  child.kill('SIGINT')
  const [code] = await closed
  const {hosts, unreachable}: FleetReport = JSON.parse(out)
  t.true(hosts.length > 0)
  t.is(hosts.length + unreachable.length, 1000)
  t.is(unreachable.at(-1)?.reason, 'was not done when the audit was stopped')
  t.is(code, 1)
})
