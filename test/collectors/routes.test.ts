import test from 'ava'
import {routes} from '../../src/collectors/routes.ts'
import {Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const argv = ['ip', '-j', 'route', 'show', 'table', 'all']

test('lists the routes of all tables but the local one', async (t) => {
  const stdout = JSON.stringify([
    {dst: 'default', gateway: '10.0.0.1', dev: 'eth0'},
    {dst: '10.9.0.0/16', dev: 'wg0', table: '51820'},
    {type: 'blackhole', dst: '10.244.1.0/26', protocol: 'bird'},
    {type: 'local', dst: '10.0.0.5', dev: 'eth0', table: 'local'},
  ])
  const facts = await routes.collect(probeOf({}, [{argv, exitCode: 0, stdout, stderr: ''}]))
  t.like(plain(facts), {
    routes: [
      {name: '0.0.0.0/0 via 10.0.0.1 dev eth0', table: 'main', owner: 'host'},
      {name: '10.9.0.0/16 dev wg0', table: '51820'},
      {name: '10.244.1.0/26 blackhole', type: 'blackhole', protocol: 'bird'},
    ],
    defaultDevices: ['eth0'],
  })
})

test('reads /proc where there is no ip', async (t) => {
  const facts = await routes.collect(
    probeOf({
      '/proc/net/route':
        'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n*\t808B2A0A\t00000000\t0200\t0\t0\t0\tC0FFFFFF\n',
    }),
  )
  t.like(plain(facts), {routes: [{name: '10.42.139.128/26 unreachable', device: ''}], defaultDevices: []})
})

test('is unknown where nothing lists routes', async (t) => {
  t.true((await routes.collect(probeOf({}))) instanceof Unknown)
})
