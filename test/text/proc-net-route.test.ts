import test from 'ava'
import {otherTables, parseProcNetIpv6Route, parseProcNetRoute} from '../../src/text/proc-net-route.ts'

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'

test('IPv4 routes', (t) => {
  const text = `${head}eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\ncni0\t0000F40A\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n`
  const [first, second] = parseProcNetRoute(text)
  t.like(first, {gateway: '192.168.1.1', device: 'eth0', metric: 100, isUp: true, line: 2})
  t.is(first?.destination.canonical, '0.0.0.0/0')
  t.like(second, {gateway: undefined, device: 'cni0', isUp: true})
  t.is(second?.destination.canonical, '10.244.0.0/16')
})

test('big-endian machines write the bytes in order', (t) => {
  const [route] = parseProcNetRoute(`${head}eth0\t0AF40000\tC0A80101\t0003\t0\t0\t0\tFFFF0000\t0\t0\t0\n`, false)
  t.is(route?.destination.canonical, '10.244.0.0/16')
  t.is(route?.gateway, '192.168.1.1')
})

test('IPv6 routes', (t) => {
  const zeros = '0'.repeat(32)
  const text =
    `fd000000000000000000000000000000 40 ${zeros} 00 ${zeros} 00000100 00000001 00000000 00000001     eth0\n` +
    `${zeros} 00 ${zeros} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n` +
    `${zeros} 00 ${zeros} 00 ${zeros} ffffffff 00000001 00000000 00200200       lo\n`
  const routes = parseProcNetIpv6Route(text)
  t.deepEqual(
    routes.map((route) => [
      route.destination.canonical,
      route.gateway,
      route.device,
      route.metric,
      route.isUp,
      route.isReject,
    ]),
    [
      ['fd00::/64', undefined, 'eth0', 256, true, false],
      ['::/0', 'fe80::1', 'eth0', 1024, true, false],
      ['::/0', undefined, 'lo', 0xffffffff, false, true],
    ],
  )
})

test('tables besides main and local go by number', (t) => {
  t.deepEqual(otherTables('Id 100:\n  |-- 10.0.0.0\n     /8 universe UNICAST\nMain:\nLocal:\nId 51820:\n'), [
    '100',
    '51820',
  ])
  t.deepEqual(otherTables('Main:\nLocal:\n'), [])
})
