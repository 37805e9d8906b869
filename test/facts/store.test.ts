import test from 'ava'
import {collector} from '../../src/facts/collector.ts'
import {bool, list, record, string, strings} from '../../src/facts/fields.ts'
import {Gap} from '../../src/facts/gap.ts'
import type {Probe} from '../../src/facts/probe.ts'
import {FactStore} from '../../src/facts/store.ts'
import {absent, at, unknown} from '../../src/facts/value.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

const host = snapshotHost({
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
  unlisted: 'absent',
  files: {'/etc/a': 'x'},
})

async function readIt(probe: Probe): Promise<string> {
  counted.push('evaluator')
  return (await probe.readFile('/etc/a')).state
}
let counted: string[] = []

const part = collector({
  name: 'part',
  about: 'A part.',
  fields: {
    isOn: bool('Whether it is on.'),
    limits: record('Its limits.', {soft: string('The soft one.')}),
    lid: record('Its lid.', {colour: string('The colour.')}),
    places: strings('Where it is.'),
    items: list('Its items.', {name: string('The name.'), path: string('A name that the machinery could take.')}),
  },
  async collect(probe) {
    counted.push('collector')
    await Promise.all([probe.once(readIt), probe.once(readIt)])
    return {
      isOn: at(true, {kind: 'file', path: '/etc/a', line: 1}),
      limits: unknown('permission denied'),
      lid: absent('it is open at the top'),
      places: at(['x', 'y'], {kind: 'default', of: 'part'}),
      items: [{name: at('first', {kind: 'flag', name: '--first'}), path: '/first'}],
    }
  },
})
const missing = collector({
  name: 'missing',
  about: 'Nothing.',
  fields: {isOn: bool('Whether it is on.')},
  collect: () => Promise.resolve(absent('no such thing is installed')),
})

test.serial('a fact is collected once, and an evaluator runs once for the same arguments', async (t) => {
  const store = new FactStore([part], host)
  counted = []
  await Promise.all([store.view('part'), store.view('part'), store.collect(part)])
  t.deepEqual(counted, ['collector', 'evaluator'])
})

test.serial('reading notes path, value and source; lists with a source are noted whole', async (t) => {
  const store = new FactStore([part], host)
  const view = (await store.view('part')) as unknown as {
    isOn: boolean
    places: readonly string[]
    items: readonly {name: string; path: string}[]
  }
  const {reads} = store.tracer.record(() => [view.isOn, view.places, view.items[0]?.name, view.items[0]?.path])
  t.deepEqual(
    [...reads.values()].map(({fact, value, source}) => `${fact}=${value} ${source?.kind ?? '-'}`),
    [
      'part.isOn=true file',
      'part.places=x,y default',
      'part.places[0]=x -',
      'part.places[1]=y -',
      'part.items[0].name=first flag',
      'part.items[0].path=/first -',
    ],
  )
})

test.serial(
  'gaps are thrown where they are read: unknown with its reason, absent for a record or the whole fact',
  async (t) => {
    const store = new FactStore([part, missing], host)
    const view = (await store.view('part')) as unknown as {limits: {soft: string}; lid: {colour: string}}
    t.like(
      t.throws(() => view.limits.soft, {instanceOf: Gap}),
      {kind: 'unknown', reason: 'permission denied'},
    )
    t.like(
      t.throws(() => view.lid.colour, {instanceOf: Gap}),
      {kind: 'absent', fact: 'part.lid.colour', reason: 'it is open at the top'},
    )
    const none = (await store.view('missing')) as unknown as {isOn: boolean}
    t.like(
      t.throws(() => none.isOn, {instanceOf: Gap}),
      {kind: 'absent', reason: 'no such thing is installed'},
    )
  },
)

test.serial('a collector that leaves out a declared field is a bug and is thrown', async (t) => {
  const broken = {...missing, name: 'broken', collect: () => Promise.resolve({} as never)}
  const view = (await new FactStore([broken], host).view('broken')) as unknown as {isOn: boolean}
  t.throws(() => view.isOn, {message: /returned no broken.isOn/})
})
