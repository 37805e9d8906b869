import {isIPv4, isIPv6} from 'node:net'
import test from 'ava'
import fc from 'fast-check'
import {
  type Cidr,
  contains,
  containsIp,
  overlaps,
  parseCidr,
  parseCidrList,
  subnetCapacity,
  usableAddresses,
} from '../../src/text/cidr.ts'
import {formatIp, parseIp} from '../../src/text/ip-address.ts'

function cidr(text: string): Cidr {
  const parsed = parseCidr(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.value
}

test('a block has its base, its ends and its oddities', (t) => {
  t.like(cidr('10.244.3.7/16'), {
    family: 4,
    address: '10.244.3.7',
    network: '10.244.0.0',
    canonical: '10.244.0.0/16',
    prefix: 16,
    first: 0x0af40000n,
    last: 0x0af4ffffn,
    hasHostBits: true,
    hasLeadingZeros: false,
  })
  t.like(cidr('010.0.0.0/08'), {canonical: '10.0.0.0/8', hasLeadingZeros: true, hasHostBits: false})
  t.like(cidr('FD00:0:0::/48'), {family: 6, canonical: 'fd00::/48', hasLeadingZeros: false})
  t.like(cidr('::ffff:10.1.0.0/112'), {family: 4, canonical: '10.1.0.0/16'})
  t.like(cidr('0.0.0.0/0'), {first: 0n, last: 0xffffffffn})
})

test('what is no block is a problem', (t) => {
  const wrong = [
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0/8',
    '256.0.0.0/8',
    ' 10.0.0.0/8',
    '10.0.0.0/8/9',
    '::/129',
  ]
  for (const text of [...wrong, '10.0.0.0/-1', 'fe80::1%eth0/64', '0x0a.0.0.0/8', '::ffff:1.2.3.4/90', '']) {
    t.false(parseCidr(text).ok, text)
  }
})

test('lists are split at commas and blanks', (t) => {
  const parsed = parseCidrList('10.244.0.0/16, fd00::/56')
  t.deepEqual(parsed.ok && parsed.value.map((block) => block.canonical), ['10.244.0.0/16', 'fd00::/56'])
  const wrong = parseCidrList('10.244.0.0/16,10.96.0.0')
  t.is(!wrong.ok && wrong.problem.column, 15)
})

test('capacities', (t) => {
  t.is(subnetCapacity(cidr('10.244.0.0/16'), 24), 256n)
  t.is(subnetCapacity(cidr('10.244.0.0/26'), 24), 0n)
  t.is(subnetCapacity(cidr('fd00::/56'), 64), 256n)
  t.is(usableAddresses(cidr('10.244.1.0/24')), 254n)
  t.is(usableAddresses(cidr('10.244.1.0/31')), 2n)
  t.is(usableAddresses(cidr('fd00::/64')), 2n ** 64n - 1n)
})

test('families never meet, mapped addresses are IPv4', (t) => {
  t.false(overlaps(cidr('0.0.0.0/0'), cidr('::/0')))
  const ip = parseIp('::ffff:10.96.0.10')
  t.true(ip.ok && containsIp(cidr('10.96.0.0/12'), ip.value))
})

const address = fc.oneof(
  fc.ipV4().map((text) => [text, 32] as const),
  fc.ipV6().map((text) => [text, 128] as const),
)
const anyCidr = fc.tuple(address, fc.nat()).map(([[text, bits], prefix]) => `${text}/${prefix % (bits + 1)}`)
/** IPv4-mapped blocks can be too wide to have a meaning here. */
const block = anyCidr
  .map(parseCidr)
  .filter((parsed) => parsed.ok)
  .map((parsed) => (parsed.ok ? parsed.value : cidr('::/0')))

test('overlap is symmetric, and is containing one way or the other', (t) => {
  fc.assert(
    fc.property(block, block, (a, b) => {
      t.is(overlaps(a, b), overlaps(b, a))
      t.is(overlaps(a, b), contains(a, b) || contains(b, a))
    }),
  )
})

test('a block holds itself, and its canonical spelling is the same block', (t) => {
  fc.assert(
    fc.property(block, (a) => {
      t.true(contains(a, a))
      const again = cidr(a.canonical)
      t.deepEqual([again.canonical, again.first, again.last, again.hasHostBits], [a.canonical, a.first, a.last, false])
    }),
  )
})

test('takes the addresses Node takes, in the same spelling', (t) => {
  const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({unit: fc.constantFrom(...'0123456789abf:.')}))
  fc.assert(
    fc.property(text, (candidate) => {
      const parsed = parseIp(candidate)
      if (parsed.ok && parsed.value.hasLeadingZeros) return
      t.is(parsed.ok, isIPv4(candidate) || isIPv6(candidate), candidate)
      if (!parsed.ok || parsed.value.family === 4) return
      t.is(new URL(`http://[${candidate}]`).hostname, `[${parsed.value.address}]`)
      t.is(formatIp(6, parsed.value.value), parsed.value.address)
    }),
    {numRuns: 2000},
  )
})
