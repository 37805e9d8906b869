import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {runCommand} from '../../src/host/live-command.ts'

const directory = await mkdtemp(join(tmpdir(), 'command-'))
test.after.always(() => rm(directory, {recursive: true}))

async function script(name: string, body: string): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, `#!/bin/sh\n${body}\n`, {mode: 0o755})
  return path
}

test('gives output and exit code of a program in a fixed environment', async (t) => {
  const path = await script('answer', 'echo "$LC_ALL $PATH"; echo oops >&2; cat; exit 3')
  t.deepEqual(await runCommand([path, 'a b']), {
    state: 'read',
    value: {
      exitCode: 3,
      stdout: 'C /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin\n',
      stderr: 'oops\n',
    },
    source: {kind: 'command', argv: [path, 'a b']},
  })
})

test('a program that is not installed is absent, one that may not run is not', async (t) => {
  t.deepEqual(await runCommand(['no-such-program', '-x']), {
    state: 'absent',
    source: {kind: 'command', argv: ['no-such-program', '-x']},
  })
  const path = join(directory, 'not-executable')
  await writeFile(path, '')
  t.like(await runCommand([path]), {state: 'unreadable', reason: 'permission denied; run as root'})
})

test('the deadline ends a program whose grandchild holds the pipe, and the grandchild', async (t) => {
  const pids = join(directory, 'pids')
  const path = await script('endless', `sleep 61 & echo $! $$ > ${pids}; sleep 61`)
  const started = performance.now()
  t.like(await runCommand([path], {timeoutMs: 300}), {state: 'unreadable', reason: 'did not end within 300 ms'})
  t.true(performance.now() - started < 5000)
  for (const pid of (await readFile(pids, 'utf8')).trim().split(' ')) t.true(await hasEnded(pid), pid)
})

test('a grandchild that left the group and holds the pipe does not hold us', async (t) => {
  const path = await script('daemon', 'setsid sleep 3 & exit 0')
  const started = performance.now()
  const reading = await runCommand([path], {timeoutMs: 500})
  t.true(performance.now() - started < 2500)
  t.like(reading, {state: 'unreadable'})
})

test('a flood of output is cut off', async (t) => {
  t.like(await runCommand(['yes']), {state: 'unreadable', reason: 'wrote more than 16 MiB'})
})

test('a program that kills itself is unreadable, and secrets it prints are redacted', async (t) => {
  t.like(await runCommand([await script('crash', 'kill -SEGV $$')]), {reason: 'was killed by SIGSEGV'})
  t.like(await runCommand(['echo', '--token=abc']), {value: {stdout: '--token=[redacted]\n'}})
})

/** A process has ended when it is gone or a zombie that its parent has yet to collect. */
async function hasEnded(pid: string): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
    if (/\) [ZX]/.test(stat)) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
