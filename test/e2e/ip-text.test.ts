import {execFileSync} from 'node:child_process'
import test from 'ava'
import fc from 'fast-check'
import {parseIpLinks, parseIpRoutes} from '../../src/text/ip-json.ts'
import {readIpAddressText} from '../../src/text/ip-text-links.ts'
import {readIpRouteText} from '../../src/text/ip-text-routes.ts'

const namespace = `np-ip-text-${process.pid}`

const ip = (...words: readonly string[]): string =>
  execFileSync('ip', words, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']})
const inside = (line: string): string => ip('-n', namespace, ...line.split(' '))

/** What the kernel refuses is left out: random addresses collide. */
function tried(line: string): void {
  try {
    inside(line)
  } catch {}
}

test.before(() => {
  ip('netns', 'add', namespace)
  for (const line of [
    'link set lo up',
    'link add br0 type bridge',
    'link add v0 type veth peer name p0',
    'link set p0 master br0',
    'link set v0 mtu 1400 up',
    'link set p0 up',
    'link set br0 up',
    'link add ifb0 type ifb',
    'tuntap add mode tun name tun0',
    'link set tun0 up',
    'link property add dev br0 altname bridge-of-pods',
    'link set v0 alias a:b',
  ])
    inside(line)
})
test.after.always(() => ip('netns', 'del', namespace))

const devices = ['br0', 'v0', 'p0', 'ifb0', 'tun0']
const device = fc.constantFrom(...devices)
const octet = fc.integer({min: 0, max: 255})
const ipv4 = fc.tuple(fc.constantFrom(10, 172, 192), octet, octet, octet).map((parts) => parts.join('.'))
const ipv6 = fc
  .tuple(fc.constantFrom('fd00', '2001', 'fe80'), octet, octet)
  .map(([first, ...rest]) => `${first}::${rest.map((part) => part.toString(16)).join(':')}`)
const address = fc
  .tuple(
    fc.oneof(fc.tuple(ipv4, fc.integer({min: 8, max: 32})), fc.tuple(ipv6, fc.integer({min: 32, max: 128}))),
    device,
  )
  .chain(([[local, prefix], dev]) =>
    fc
      .constantFrom(
        `${local}/${prefix}`,
        `${local}/${prefix} scope link`,
        `${local}/${prefix} scope 77`,
        `${local} peer ${local.replace(/.$/, '1')}/${prefix}`,
        `${local}/${prefix} valid_lft 900 preferred_lft 600`,
        `${local}/${prefix} metric 7`,
      )
      .map((text) => `address add ${text} dev ${dev}`),
  )

test('what ip address prints says the same as ip -j addr', (t) => {
  fc.assert(
    fc.property(fc.array(address, {minLength: 1, maxLength: 6}), (lines) => {
      for (const line of lines) tried(line)
      const expected = parseIpLinks(inside('-j addr'))
      const found = (text: string) => parseIpLinks(JSON.stringify(readIpAddressText(text)))
      t.deepEqual(found(inside('address')), expected)
      t.deepEqual(found(inside('-d address')), expected)
      for (const name of devices) inside(`address flush dev ${name}`)
    }),
    {numRuns: 25},
  )
})

const block = fc.oneof(
  fc.constant(['default', 4] as const),
  fc.tuple(octet, fc.constantFrom(8, 16)).map(([a, prefix]) => [`${1 + (a % 100)}.0.0.0/${prefix}`, 4] as const),
  ipv4.map((text) => [text, 4] as const),
  fc.constant(['default', 6] as const),
  octet.map((a) => [`2001:db8:${a.toString(16)}::/48`, 6] as const),
)
const options = fc.subarray(
  [
    'table 100',
    'proto static',
    'proto 77',
    'metric 50',
    'mtu 1300',
    'mtu lock 1280',
    'advmss 1200',
    'realm 5',
    'hoplimit 9',
    'initcwnd 20',
    'rto_min 5ms',
    'quickack 1',
    'congctl cubic',
    'expires 300',
    'tos 0x10',
    'pref high',
    'features ecn',
    'window 9000',
    'scope link',
  ],
  {maxLength: 4},
)
const route = fc
  .tuple(block, options, fc.integer({min: 0, max: 9}), device)
  .map(([[destination, family], more, kind, dev]) => {
    const gateways = family === 4 ? ['10.9.0.1', '10.9.0.2'] : ['fd09::1', 'fd09::2']
    const ways = [
      `dev ${dev}`,
      `via ${gateways[0]} dev v0`,
      `via ${gateways[0]} dev br0 onlink`,
      `nexthop via ${gateways[0]} dev v0 weight 2 nexthop via ${gateways[1]} dev v0 weight 3`,
      `nexthop dev v0 nexthop dev br0 onlink`,
      family === 4 ? 'via inet6 fd09::1 dev v0' : `via ${gateways[1]} dev v0`,
      `src ${family === 4 ? '10.9.0.9' : 'fd09::9'} dev v0`,
      'encap ip id 7 dst 10.9.0.3 dev v0',
    ]
    const type = ['', '', '', '', '', '', '', '', 'blackhole', 'unreachable'][kind] ?? ''
    const way = type === '' ? (ways[kind] ?? '') : ''
    return `-${family} route add ${[type, destination, way, ...more].filter((part) => part !== '').join(' ')}`
  })

test('what ip route prints says the same as ip -j route, or is not understood', (t) => {
  inside('address add 10.9.0.9/24 dev v0')
  inside('address add fd09::9/64 dev v0 nodad')
  let understood = 0
  fc.assert(
    fc.property(fc.array(route, {minLength: 1, maxLength: 8}), (lines) => {
      for (const line of lines) tried(line)
      const text = inside('route show table all')
      const rows = readIpRouteText(text)
      if (rows) {
        understood += 1
        t.deepEqual(parseIpRoutes(JSON.stringify(rows)), parseIpRoutes(inside('-j route show table all')))
      } else t.regex(text, / encap /)
      for (const family of ['-4', '-6']) {
        for (const table of ['100', 'main']) tried(`${family} route flush table ${table}`)
      }
      tried('address replace 10.9.0.9/24 dev v0')
      tried('address del fd09::9/64 dev v0')
      tried('address add fd09::9/64 dev v0 nodad')
      tried('address del 10.9.0.9/24 dev v0')
      tried('address add 10.9.0.9/24 dev v0')
    }),
    {numRuns: 40},
  )
  t.true(understood > 10)
})
