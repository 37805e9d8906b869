import test from 'ava'
import {cli} from './harness.ts'

test('a host behind a shell is told of in the report', async (t) => {
  const {code, out, err} = await cli('check', '--via', 'sh', '--only', 'selinux', '-o', 'json', '--fail-on', 'never')
  t.is(err, '')
  t.is(code, 0)
  t.is(JSON.parse(out).host.mode, 'shell')
})

test('options that do not go together, or hold no command, are refused', async (t) => {
  const refused: readonly [argv: readonly string[], message: string][] = [
    [['--via', 'sh', '--root', '/'], '--root and --via exclude each other'],
    [['--become', 'sudo -n'], '--become needs --via (run this program by it instead)'],
    [['--via', "ssh 'host"], "--via: the quote ' is not closed"],
    [['--via', ' '], '--via needs a command'],
    [['--via', 'false'], "no shell by 'false': the host ended the session with exit code 1"],
  ]
  for (const [argv, message] of refused) {
    t.deepEqual(await cli('check', ...argv), {code: 2, out: '', err: `node-preflight: ${message}\n`})
  }
})
