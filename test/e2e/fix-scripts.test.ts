import {execFileSync, spawnSync} from 'node:child_process'
import test from 'ava'
import {fixScript} from '../../src/cli/fix-script.ts'
import {failuresByFamily} from '../rules/fix-commands.ts'

const host = {name: 'node-1', os: 'Debian 13', kernel: '', mode: 'root'} as const
const startedAt = '2026-12-01T03:00:00.000Z'

test('shellcheck accepts every script that the rules can produce', async (t) => {
  for (const [family, findings] of await failuresByFamily()) {
    t.true(findings.length > 100, family)
    const script = fixScript({host, findings, startedAt})
    const {status, stdout} = spawnSync('shellcheck', ['--shell=sh', '--format=gcc', '-'], {
      input: script,
      encoding: 'utf8',
    })
    const lines = script.split('\n')
    const shown = stdout.replace(/^-:(\d+):.*$/gm, (complaint, line) => `${complaint}\n    ${lines[Number(line) - 1]}`)
    t.is(status, 0, `${family}\n${shown}`)
    for (const shell of ['dash', 'bash', 'busybox']) {
      t.notThrows(() => execFileSync(shell, [...(shell === 'busybox' ? ['sh'] : []), '-n'], {input: script}), shell)
    }
  }
})
