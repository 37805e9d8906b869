import {execFileSync} from 'node:child_process'
import {gzipSync} from 'node:zlib'
import test from 'ava'
import {answer, opened, read, sos, sosTar} from './opened-bundle.ts'
import {tarOf, type Written} from './tar-writer.ts'

for (const [form, bytes] of [
  ['plain', sosTar],
  ['gzip', gzipSync(sosTar)],
  ['xz', execFileSync('xz', ['-c'], {input: sosTar})],
] as const) {
  test(`a sosreport, ${form}`, async (t) => {
    const host = await opened(bytes)
    t.is(host.mode, 'snapshot')
    t.is(host.name, 'n1')
    t.is(new Date(host.now()).toISOString(), '2026-08-01T00:00:00.000Z')
    t.is(await read(host, '/etc/sysctl.d/9.conf'), 'kernel.panic=10\n')
    t.like((await host.status(['/etc/sysctl.d/9.conf'])).get('/etc/sysctl.d/9.conf'), {value: {mode: 0o600, uid: 0}})
    t.is(await answer(host, 'uname', '-r'), '6.1.0-9-amd64\n')
    t.is(await answer(host, 'uname', '-m'), 'x86_64\n')
    t.is(await read(host, '/proc/sys/net/ipv4/ip_forward'), '1\n')
    t.is(await read(host, '/proc/sys/net/ipv4/conf/eth0.7/rp_filter'), '2\n')
  })
}

test('what a sosreport lacks is unknown, and absent only where a plugin that ran collects it whole', async (t) => {
  const host = await opened(sosTar)
  for (const absent of ['/etc/sysctl.d/10.conf', '/lib/sysctl.d/x', '/usr/lib/sysctl.d/x', '/etc/modprobe.d/x.conf']) {
    t.is(await read(host, absent), 'absent', absent)
  }
  for (const unknown of ['/etc/kubernetes/kubelet.conf', '/etc/systemd/system/a.service', '/usr/bin/runc', '/uname']) {
    t.is(await read(host, unknown), 'not in this sosreport', unknown)
  }
  t.like(await host.list('/etc'), {state: 'unreadable', reason: 'its list is not in this sosreport'})
  t.like(await host.list('/etc/sysctl.d'), {state: 'read', value: ['9.conf']})
  t.is(await answer(host, 'ip', '-j', 'addr'), 'not in this sosreport')
  t.is(await answer(host, 'iptables-save'), 'not in this sosreport')
  t.is(await read(host, '/sos_commands/kernel/uname_-a'), 'not in this sosreport')
})

test('the unit directories that sos does not copy hold what systemctl tells of them', async (t) => {
  const show = [
    'FragmentPath=/usr/lib/systemd/system/kubelet.service',
    'DropInPaths=/usr/lib/systemd/system/kubelet.service.d/1.conf /run/systemd/system.control/kubelet.service.d/50-CPUQuota.conf',
    '',
  ].join('\n')
  const units =
    'UNIT FILE STATE PRESET\nkubelet.service enabled enabled\nown.service disabled enabled\n\n2 unit files listed.\n'
  const members = [
    ...sos,
    {name: 'sos_commands/systemd/systemctl_show_service_--all', content: show},
    {name: 'sos_commands/systemd/systemctl_list-unit-files', content: units},
    {name: 'usr/lib/systemd/system/kubelet.service', content: '[Service]\n'},
  ]
  const host = await opened(tarOf(...members))
  t.like(await host.list('/run/systemd/transient'), {state: 'read', value: ['own.service']})
  t.like(await host.list('/run/systemd/system.control'), {value: ['kubelet.service.d', 'own.service']})
  t.is(await read(host, '/usr/local/lib/systemd/system/own.service'), 'not in this sosreport')
  t.is(await read(host, '/usr/local/lib/systemd/system/kubelet.service'), 'absent')
  t.is(await read(host, '/run/systemd/generator/x.mount'), 'absent')
  const without = await opened(tarOf(...members.filter(({name}) => !name.includes('list-unit-files'))))
  t.like(await without.list('/run/systemd/transient'), {state: 'unreadable', reason: 'not in this sosreport'})
})

test('a manifest says which further directories were copied whole', async (t) => {
  const manifest = (isCut: boolean): Written => ({
    name: 'sos_reports/manifest.json',
    content: JSON.stringify({
      components: {
        report: {
          plugins: {
            containerd: {
              timeout_hit: isCut,
              files: [{specification: '/etc/cni/net.d/', files_copied: ['etc/cni/net.d/1.conf']}],
            },
          },
        },
      },
    }),
  })
  const conf = {name: 'etc/cni/net.d/1.conf', content: '{}'}
  const host = await opened(tarOf(...sos, conf, manifest(false)))
  t.like(await host.list('/etc/cni/net.d'), {value: ['1.conf']})
  t.is(await read(host, '/etc/containerd/config.toml'), 'not in this sosreport')
  const cut = await opened(tarOf(...sos, conf, manifest(true)))
  t.like(await cut.list('/etc/cni/net.d'), {state: 'unreadable'})
})
