import test from 'ava'
import {hasFailed} from '../../src/evaluators/unit-failure.ts'
import {Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const name = 'docker-storage-setup.service'
const unit = {[`/usr/lib/systemd/system/${name}`]: '[Service]\nType=oneshot\nExecStart=/usr/bin/docker-storage-setup\n'}
const answer = (stdout: string) => [
  {argv: ['systemctl', 'show', name, '-p', 'ActiveState'], exitCode: 0, stdout, stderr: ''},
]

test('systemd tells which units failed; a unit that is not there cannot', async (t) => {
  t.like(await hasFailed(probeOf(unit, answer('ActiveState=failed\n')), name), {value: true})
  t.like(await hasFailed(probeOf(unit, answer('ActiveState=inactive\n')), name), {value: false})
  t.is(await hasFailed(probeOf({}), name), false)
  t.true((await hasFailed(probeOf(unit), name)) instanceof Unknown)
})
