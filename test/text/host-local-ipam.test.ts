import test from 'ava'
import {readHostLocal} from '../../src/text/host-local-ipam.ts'
import {parseJson} from '../../src/text/json.ts'

function read(ipam: unknown) {
  const parsed = parseJson(JSON.stringify(ipam))
  if (!parsed.ok) throw new Error(parsed.problem.message)
  const {sets, problems} = readHostLocal(parsed.value)
  return [...sets.flat().map(({problem}) => problem), ...problems.map(({message}) => message)].filter(Boolean)
}

test('takes what the plugin takes, a gateway inside the range included', (t) => {
  t.deepEqual(read({type: 'host-local', subnet: '10.1.0.0/24', gateway: '10.1.0.5'}), [])
  t.deepEqual(read({type: 'host-local', ranges: [[{subnet: '10.1.0.0/24'}], [{subnet: 'fd00::/64'}]]}), [])
  t.deepEqual(read({type: 'host-local', subnet: 'usePodCidr'}), [])
})

test('refuses ranges in the words of the plugin', (t) => {
  t.deepEqual(read({subnet: '10.1.0.1/24'}), [
    'Network has host bits set. For a subnet mask of length 24 the network address is 10.1.0.0',
  ])
  t.deepEqual(read({subnet: '10.1.0.0/31'}), ['Network 10.1.0.0/31 too small to allocate from'])
  t.deepEqual(read({subnet: '10.1.0.0/24', rangeStart: '10.2.0.1'}), ['RangeStart 10.2.0.1 not in network 10.1.0.0/24'])
  t.deepEqual(read({subnet: '10.1.0.0/24', rangeStart: '10.1.0.9', rangeEnd: '10.1.0.3'}), [
    'RangeStart 10.1.0.9 not in network 10.1.0.0/24',
  ])
  t.deepEqual(read({ranges: [[{subnet: '10.1.0.0/24'}, {subnet: 'fd00::/64'}]]}), ['mixed address families'])
  t.deepEqual(read({ranges: [[{subnet: '10.1.0.0/24'}, {subnet: '10.1.0.128/25'}]]}), [
    'subnets 10.1.0.1-10.1.0.254 and 10.1.0.129-10.1.0.254 overlap',
  ])
  t.deepEqual(read({ranges: [[{subnet: '10.1.0.0/24'}], [{subnet: '10.1.0.0/25'}]]}), ['range set 0 overlaps with 1'])
})

test('counts the addresses that are left for pods', (t) => {
  const capacity = (ipam: unknown) => {
    const parsed = parseJson(JSON.stringify(ipam))
    return parsed.ok ? readHostLocal(parsed.value).sets[0]?.[0]?.capacity : undefined
  }
  t.is(capacity({subnet: '10.1.0.0/24'}), 253n)
  t.is(capacity({subnet: '10.1.0.0/24', rangeStart: '10.1.0.9', rangeEnd: '10.1.0.9'}), 1n)
  t.is(capacity({subnet: '10.1.0.0/30', gateway: '10.1.0.2'}), 1n)
})
