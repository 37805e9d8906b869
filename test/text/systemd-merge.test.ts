import test from 'ava'
import {mergeUnit, unitValue, unitValues} from '../../src/text/systemd-merge.ts'

const main = {
  path: '/lib/docker.service',
  text: '[Unit]\nAfter=a\nConditionPathExists=/x\n[Service]\nType=notify\nExecStart=/usr/bin/dockerd -H fd://\nEnvironment=A=1',
}
const merge = (text: string) => mergeUnit([main, {path: '/etc/docker.service.d/x.conf', text}])

test('an empty assignment clears a list, what it held is kept as overridden', (t) => {
  const unit = merge('[Service]\nExecStart=\nExecStart=/usr/bin/dockerd\nEnvironment=B=2')
  t.like(unitValue(unit, 'Service', 'ExecStart'), {
    value: '/usr/bin/dockerd',
    path: '/etc/docker.service.d/x.conf',
    line: 3,
  })
  t.is(unitValues(unit, 'Service', 'ExecStart').length, 1)
  t.is(unit.settings.get('Service.ExecStart')?.overridden[0]?.line, 6)
  t.deepEqual(
    unitValues(unit, 'Service', 'Environment').map(({value}) => value),
    ['A=1', 'B=2'],
  )
})

test('without it the second command joins the first', (t) => {
  t.is(unitValues(merge('[Service]\nExecStart=/usr/bin/dockerd'), 'Service', 'ExecStart').length, 2)
})

test('of a single setting the last one counts', (t) => {
  const unit = merge('[Service]\nType=simple')
  t.deepEqual(
    unitValues(unit, 'Service', 'Type').map(({value}) => value),
    ['simple'],
  )
  t.deepEqual(
    unit.settings.get('Service.Type')?.overridden.map(({value}) => value),
    ['notify'],
  )
})

test('dependencies cannot be cleared, one empty condition clears all', (t) => {
  const unit = merge('[Unit]\nAfter=\nAfter=b\nConditionKernelVersion=')
  t.deepEqual(
    unitValues(unit, 'Unit', 'After').map(({value}) => value),
    ['a', 'b'],
  )
  t.is(unitValue(unit, 'Unit', 'ConditionPathExists'), undefined)
})

test('a broken header breaks the unit in its main file only', (t) => {
  t.is(merge('[Service').broken, undefined)
  t.like(merge('[Service').problems[0], {path: '/etc/docker.service.d/x.conf', line: 1})
  t.like(mergeUnit([{path: '/lib/a.service', text: '[Unit'}]).broken, {path: '/lib/a.service'})
})
