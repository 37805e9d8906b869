import test from 'ava'
import {identity} from '../../src/collectors/identity.ts'
import {FactStore} from '../../src/facts/store.ts'
import {Absent, bare, Unknown} from '../../src/facts/value.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

async function told(files: Record<string, string>, addresses?: unknown, unlisted: 'absent' | 'unknown' = 'absent') {
  const answer = (argv: readonly string[], value: unknown) => ({argv, exitCode: 0, stdout: JSON.stringify(value)})
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
    unlisted,
    files,
    commands: addresses
      ? [
          answer(['ip', '-j', 'addr'], addresses),
          answer(['ip', '-j', 'route', 'show', 'table', 'all'], [{dst: 'default', gateway: '10.0.0.1', dev: 'eth1'}]),
        ]
      : [],
  })
  const values = await new FactStore([identity], host).collect(identity)
  if (values instanceof Absent || values instanceof Unknown) throw new Error('no values')
  return values
}

const links = (address: string) => [
  {ifindex: 2, ifname: 'eth0', mtu: 1500, address: '52:54:00:00:00:01', addr_info: []},
  {ifindex: 3, ifname: 'eth1', mtu: 9000, address, addr_info: []},
]

test('the machine id, the UUID and the interface of the default route', async (t) => {
  const values = await told(
    {
      '/etc/machine-id': '0123456789ABCDEF0123456789abcdef\n'.toLowerCase(),
      '/sys/class/dmi/id/product_uuid': '4C4C4544-0044-4D10-8052-B4C04F564433\n',
      '/etc/iscsi/initiatorname.iscsi': '## comment\nInitiatorName=iqn.1993-08.org.debian:01:abc\n',
      '/etc/nvme/hostnqn': 'nqn.2014-08.org.nvmexpress:uuid:AE12B600-6b23-11e9-8000-ac1f6b7b78ea\n',
    },
    links('52:54:00:AA:00:02'),
  )
  t.is(bare(values.machineId), '0123456789abcdef0123456789abcdef')
  t.is(bare(values.productUuid), '4c4c4544-0044-4d10-8052-b4c04f564433')
  t.is(bare(values.initiatorName), 'iqn.1993-08.org.debian:01:abc')
  t.is(bare(values.nvmeName), 'nqn.2014-08.org.nvmexpress:uuid:ae12b600-6b23-11e9-8000-ac1f6b7b78ea')
  t.is(bare(values.interface), 'eth1')
  t.is(bare(values.macAddress), '52:54:00:aa:00:02')
  t.is(bare(values.mtu), 9000)
})

test('what hosts share by their making or by design tells nothing', async (t) => {
  for (const uuid of [
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '03000200-0400-0500-0006-000700080009',
    'Not Settable',
  ]) {
    t.is(bare((await told({'/sys/class/dmi/id/product_uuid': `${uuid}\n`})).productUuid), '', uuid)
  }
  t.is(bare((await told({'/etc/machine-id': 'uninitialized\n'})).machineId), '')
  t.is(bare((await told({'/etc/nvme/hostnqn': '\n'})).nvmeName), '')
  t.is(bare((await told({'/etc/iscsi/initiatorname.iscsi': 'GenerateName=yes\n'})).initiatorName), '')
  t.is(bare((await told({}, links('00:00:5e:00:01:0a'))).macAddress), '')
})

test('what could not be read is unknown', async (t) => {
  const values = await told({}, undefined, 'unknown')
  t.true(values.machineId instanceof Unknown)
  t.true(values.macAddress instanceof Unknown)
})

test('k3s appends its id to the name of the node where it is told to', async (t) => {
  const k3s = {
    '/etc/hostname': 'raspberrypi\n',
    '/etc/systemd/system/k3s.service':
      '[Service]\nExecStart=/usr/local/bin/k3s server --with-node-id --disable=traefik\n',
  }
  t.is(bare((await told({...k3s, '/etc/rancher/node/id': 'a1b2c3d4\n'})).nodeName), 'raspberrypi-a1b2c3d4')
  t.true((await told(k3s)).nodeName instanceof Unknown)
  const config = {'/etc/rancher/k3s/config.yaml': 'with-node-id: false\n'}
  const plain = {'/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n'}
  t.is(bare((await told({...k3s, ...plain, ...config})).nodeName), 'raspberrypi')
})
