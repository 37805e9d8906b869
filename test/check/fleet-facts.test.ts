import test from 'ava'
import fc from 'fast-check'
import {fleetFacts, hostsInWords} from '../../src/check/fleet-facts.ts'
import {type FleetMember, matterNames, type Told} from '../../src/check/fleet-member.ts'
import {bare, Unknown} from '../../src/facts/value.ts'

function member(name: string, told: Record<string, Told> = {}, rest: Partial<FleetMember> = {}): FleetMember {
  const nothing = Object.fromEntries(matterNames.map((matter) => [matter, {value: ''}]))
  return {
    name,
    told: {...nothing, ...told} as FleetMember['told'],
    nodeRanges: undefined,
    clockAheadMs: undefined,
    ...rest,
  }
}

test('the value of most hosts is the reference and the odd one out is named', (t) => {
  const hosts = ['node-10', 'node-2', 'node-1'].map((name) => {
    return member(name, {kubeletVersions: {value: name === 'node-2' ? 'v1.33.0' : 'v1.34.0'}})
  })
  const {kubeletVersions} = fleetFacts(hosts)
  t.deepEqual(kubeletVersions, [
    {
      name: 'v1.34.0',
      hosts: ['node-1', 'node-10'],
      where: 'node-1 and node-10',
      count: 2,
      isReference: true,
      reference: 'v1.34.0',
      referenceWhere: 'node-1 and node-10',
    },
    {
      name: 'v1.33.0',
      hosts: ['node-2'],
      where: 'node-2',
      count: 1,
      isReference: false,
      reference: 'v1.34.0',
      referenceWhere: 'node-1 and node-10',
    },
  ])
})

test('hosts that could not tell are an item whose judgement is unknown, those with nothing to tell are none', (t) => {
  const {machineIds} = fleetFacts([
    member('a', {machineIds: {value: 'x'}}),
    member('b', {machineIds: {unknown: 'permission denied'}}),
    member('c'),
  ])
  const items = bare(machineIds) ?? []
  t.is(items.length, 2)
  const lost = items[1]
  t.true(lost && 'count' in lost && lost.count instanceof Unknown && lost.count.reason === 'b: permission denied')
})

test('storage knows a host by one name for iSCSI and one for NVMe', (t) => {
  const {initiatorNames} = fleetFacts([
    member('a', {initiatorNames: {value: 'iqn.a'}, nvmeNames: {value: 'nqn.x'}}),
    member('b', {initiatorNames: {value: 'iqn.b'}, nvmeNames: {value: 'nqn.x'}}),
  ])
  const items = (bare(initiatorNames) ?? []).map((item) => ('where' in item ? [item.name, item.where] : []))
  t.deepEqual(items, [
    ['iqn.a', 'a'],
    ['iqn.b', 'b'],
    ['nqn.x', 'a and b'],
  ])
})

test('overlapping ranges of two hosts clash, a host does not clash with itself', (t) => {
  const of = (name: string, ...nodeRanges: readonly string[]) => member(name, {}, {nodeRanges})
  const clashes = (...members: readonly FleetMember[]) =>
    (bare(fleetFacts(members).rangeClashes) ?? []).map((item) => ('where' in item ? item.where : ''))
  t.deepEqual(clashes(of('a', '10.85.0.0/16'), of('b', '10.85.0.0/16')), ['10.85.0.0/16 on a and b'])
  t.deepEqual(clashes(of('a', '10.0.0.0/8'), of('b', '10.1.0.0/24'), of('c', '10.2.0.0/24')), [
    'a 10.0.0.0/8, b 10.1.0.0/24 and c 10.2.0.0/24',
  ])
  t.deepEqual(clashes(of('a', '10.1.0.0/24', '10.1.0.0/25'), of('b', '10.1.1.0/24', 'fd00::/64')), [])
})

test('clocks are told by how far they are from the one in the middle', (t) => {
  const clocks = fleetFacts([5000, 6000, 95_000].map((clockAheadMs, at) => member(`n${at}`, {}, {clockAheadMs}))).clocks
  t.deepEqual(
    (bare(clocks) ?? []).map((item) => ('aheadSeconds' in item ? bare(item.aheadSeconds) : undefined)),
    [-1, 0, 89],
  )
})

test('whichever host answers first, the facts are the same', (t) => {
  const names = fc.uniqueArray(fc.stringMatching(/^node-\d{1,3}$/), {minLength: 2, maxLength: 12})
  fc.assert(
    fc.property(names, fc.infiniteStream(fc.constantFrom('a', 'b', '')), (given, values) => {
      const members = given.map((name) => member(name, {kernels: {value: String(values.next().value)}}))
      t.deepEqual(fleetFacts(members), fleetFacts(members.toReversed()))
      const counted = (bare(fleetFacts(members).kernels) ?? []).flatMap((item) =>
        'hosts' in item ? (bare(item.hosts) ?? []) : [],
      )
      t.is(counted.length, members.filter(({told}) => 'value' in told.kernels && told.kernels.value !== '').length)
    }),
  )
})

test('many hosts are counted', (t) => {
  t.is(hostsInWords(['a']), 'a')
  t.is(hostsInWords(['a', 'b', 'c', 'd']), 'a, b, c and d')
  t.is(hostsInWords(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more')
})
