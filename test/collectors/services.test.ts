import test from 'ava'
import {services} from '../../src/collectors/services.ts'
import {Absent, at, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const unit = '/usr/lib/systemd/system/docker.service'
const dropIn = '/etc/systemd/system/docker.service.d/10-opts.conf'

async function unitsOf(files: Parameters<typeof probeOf>[0]) {
  const facts = await services.collect(probeOf(files))
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts.units
}

test('commands of a unit and its drop-ins add up unless one is cleared', async (t) => {
  const stock = {[unit]: '[Service]\nType=notify\nExecStart=/usr/bin/dockerd -H fd://\n'}
  const added = '[Service]\nExecStart=/usr/bin/dockerd\n'
  t.deepEqual(await unitsOf({...stock, [dropIn]: added}), [
    {name: 'docker.service', execStarts: at(2, {kind: 'file', path: dropIn, line: 2}), isOneshot: false},
  ])
  t.deepEqual(await unitsOf({...stock, [dropIn]: added.replace('ExecStart', 'ExecStart=\nExecStart')}), [
    {name: 'docker.service', execStarts: at(1, {kind: 'file', path: dropIn, line: 3}), isOneshot: false},
  ])
})

test('units that are not there or masked are left out', async (t) => {
  t.deepEqual(await unitsOf({'/etc/systemd/system/docker.service': {symlink: '/dev/null'}}), [])
})
