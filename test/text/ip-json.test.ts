import test from 'ava'
import {parseIpLinks, parseIpRoutes, parseIpRules} from '../../src/text/ip-json.ts'
import type {Parsed} from '../../src/text/parsed.ts'

function read<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.value
}

test('interfaces with addresses', (t) => {
  const links = read(
    parseIpLinks(
      '[{},{"ifindex":4,"ifname":"eth0","flags":["BROADCAST","UP"],"mtu":1400,"operstate":"UP","link_type":"ether",' +
        '"address":"02:fc:00:00:00:01","addr_info":[{"family":"inet","local":"192.0.2.2","prefixlen":24,"scope":"global"},' +
        '{"family":"inet6","local":"fe80::1","prefixlen":64,"scope":"link"},{}]}]',
    ),
  )
  t.is(links.length, 1)
  t.like(links[0], {name: 'eth0', index: 4, mtu: 1400, operstate: 'UP', flags: ['BROADCAST', 'UP'], kind: undefined})
  t.deepEqual(links[0]?.addresses, [
    {family: 4, address: '192.0.2.2', prefix: 24, scope: 'global'},
    {family: 6, address: 'fe80::1', prefix: 64, scope: 'link'},
  ])
})

test('interfaces with their kind', (t) => {
  const [vxlan] = read(
    parseIpLinks(
      '[{"ifindex":3,"ifname":"flannel.1","flags":[],"mtu":1450,"master":"br0","linkinfo":{"info_kind":"vxlan","info_data":{"id":1,"port":8472}}}]',
    ),
  )
  t.like(vxlan, {kind: 'vxlan', master: 'br0', addresses: []})
  t.is(vxlan?.kindData.get('port')?.value, 8472)
})

test('routes of every table, a row for each next hop', (t) => {
  const routes = read(
    parseIpRoutes(
      '[{"dst":"default","gateway":"192.0.2.1","dev":"eth0","metric":100,"flags":[]},' +
        '{"type":"local","dst":"127.0.0.0/8","dev":"lo","table":"local","protocol":"kernel","scope":"host","flags":[]},' +
        '{"dst":"10.0.0.0/8","table":50,"flags":[],"nexthops":[{"gateway":"192.0.2.3","dev":"eth0","flags":["dead"]},' +
        '{"via":{"family":"inet6","host":"fe80::2"},"dev":"eth1","flags":[]}]}]',
    ),
  )
  t.deepEqual(
    routes.map((route) => [route.destination, route.type, route.table, route.device, route.gateway, route.flags]),
    [
      ['default', 'unicast', 'main', 'eth0', '192.0.2.1', []],
      ['127.0.0.0/8', 'local', 'local', 'lo', undefined, []],
      ['10.0.0.0/8', 'unicast', '50', 'eth0', '192.0.2.3', ['dead']],
      ['10.0.0.0/8', 'unicast', '50', 'eth1', 'fe80::2', []],
    ],
  )
})

test('rules', (t) => {
  const rules = read(
    parseIpRules(
      '[{"priority":0,"src":"all","table":"local"},{"not":null,"priority":512,"src":"10.1.0.0","srclen":16,"fwmark":"0x80","fwmask":"0xff","table":"30400"}]',
    ),
  )
  const plain = {to: 'all', inInterface: undefined}
  t.deepEqual(rules, [
    {...plain, priority: 0, from: 'all', table: 'local', mark: undefined, isInverted: false},
    {...plain, priority: 512, from: '10.1.0.0/16', table: '30400', mark: '0x80', isInverted: true},
  ])
})

test('no output is no rows, other output is a problem', (t) => {
  t.deepEqual(read(parseIpRoutes('\n')), [])
  t.false(parseIpLinks('Object "addr" is unknown').ok)
  t.false(parseIpRules('{"priority":0}').ok)
})
