import {spawnSync} from 'node:child_process'
import test from 'ava'

const page = 'docs/node-preflight.1'

test('mandoc and groff find nothing wrong with the manual page', (t) => {
  const lint = spawnSync('mandoc', ['-T', 'lint', page], {encoding: 'utf8'}).stdout
  t.deepEqual(
    lint.split('\n').filter((line) => line !== '' && !/WARNING: missing date/.test(line)),
    [],
  )
  const {stdout, stderr, status} = spawnSync('man', ['--warnings=all', '-l', page], {
    encoding: 'utf8',
    env: {...process.env, LC_ALL: 'C.UTF-8', MANPAGER: 'cat', MANWIDTH: '80'},
  })
  t.deepEqual({status, stderr}, {status: 0, stderr: ''})
  t.regex(stdout, /node-preflight explain \[options\] rule \.\.\./)
  t.regex(stdout, /--fail-on error\|warning\|info\|never/)
})
