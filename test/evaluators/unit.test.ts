import test from 'ava'
import {settingSource, unit} from '../../src/evaluators/unit.ts'
import {unitValue} from '../../src/text/systemd-merge.ts'
import {probeOf} from './probe-of.ts'

const service = '[Service]\nExecStart=/usr/bin/kubelet\nRestart=always\n'

test('a drop-in of /etc hides its namesake of /usr/lib and applies in order of file names', async (t) => {
  const found = await unit(
    probeOf({
      '/usr/lib/systemd/system/kubelet.service': service,
      '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf': '[Service]\nRestart=no\n',
      '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf': '[Service]\nRestart=on-failure\n',
      '/usr/lib/systemd/system/kubelet.service.d/20-late.conf': '[Service]\n\nRestart=on-abort\n',
      '/etc/systemd/system/kubelet.service.d/README': 'not a drop-in',
      '/usr/lib/systemd/system/service.d/05-all.conf': '[Service]\nRestart=on-watchdog\n',
    }),
    'kubelet.service',
  )
  if (found.state !== 'found') return t.fail(found.state)
  t.is(found.path, '/usr/lib/systemd/system/kubelet.service')
  t.deepEqual(found.dropIns, [
    '/usr/lib/systemd/system/service.d/05-all.conf',
    '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf',
    '/usr/lib/systemd/system/kubelet.service.d/20-late.conf',
  ])
  t.is(unitValue(found, 'Service', 'Restart')?.value, 'on-abort')
  t.deepEqual(settingSource(found, 'Service', 'Restart'), {
    kind: 'file',
    path: '/usr/lib/systemd/system/kubelet.service.d/20-late.conf',
    line: 3,
    overrode: [
      {
        value: 'on-failure',
        source: {kind: 'file', path: '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf', line: 2},
      },
      {value: 'on-watchdog', source: {kind: 'file', path: '/usr/lib/systemd/system/service.d/05-all.conf', line: 2}},
      {value: 'always', source: {kind: 'file', path: '/usr/lib/systemd/system/kubelet.service', line: 3}},
    ],
  })
  t.is(settingSource(found, 'Service', 'Nice'), undefined)
})

for (const [title, mask] of Object.entries({
  'a link to /dev/null': {symlink: '/dev/null'},
  'a link that climbs to it': {symlink: '../../../dev/null'},
  'an empty file': '',
})) {
  test(`${title} masks the unit of a weaker directory`, async (t) => {
    const found = await unit(
      probeOf({'/etc/systemd/system/kubelet.service': mask, '/usr/lib/systemd/system/kubelet.service': service}),
      'kubelet.service',
    )
    t.like(found, {state: 'masked', source: {path: '/etc/systemd/system/kubelet.service'}})
  })
}

test('an alias leads to the unit as /etc overrides it, with the drop-ins of both names', async (t) => {
  const probe = probeOf({
    '/lib': {symlink: 'usr/lib'},
    '/etc/systemd/system/sshd.service': {symlink: '/lib/systemd/system/ssh.service'},
    '/etc/systemd/system/ssh.service': '[Service]\nExecStart=/opt/sshd\n',
    '/usr/lib/systemd/system/ssh.service': service,
    '/etc/systemd/system/sshd.service.d/50-nice.conf': '[Service]\nNice=5\n',
  })
  for (const name of ['sshd.service', 'ssh.service']) {
    const found = await unit(probe, name)
    if (found.state !== 'found') return t.fail(found.state)
    t.is(found.name, 'ssh.service')
    t.is(found.path, '/etc/systemd/system/ssh.service')
    t.is(unitValue(found, 'Service', 'Nice')?.value, '5')
  }
})

test('an instance comes from its template and reads the drop-ins of both and of its prefixes', async (t) => {
  const found = await unit(
    probeOf({
      '/usr/lib/systemd/system/a-b@.service': service,
      '/etc/systemd/system/a-b@c.service.d/1.conf': '[Service]\n',
      '/etc/systemd/system/a-b@.service.d/2.conf': '[Service]\n',
      '/etc/systemd/system/a-.service.d/3.conf': '[Service]\n',
      '/etc/systemd/system/other@.service.d/4.conf': '[Service]\n',
    }),
    'a-b@c.service',
  )
  if (found.state !== 'found') return t.fail(found.state)
  t.deepEqual(
    found.dropIns.map((path) => path.slice('/etc/systemd/system/'.length)),
    ['a-b@c.service.d/1.conf', 'a-b@.service.d/2.conf', 'a-.service.d/3.conf'],
  )
})

test('on a split /usr the unit of /lib comes before that of /usr/lib', async (t) => {
  const files = {'/lib/systemd/system/a.service': service, '/usr/lib/systemd/system/a.service': service}
  t.like(await unit(probeOf(files), 'a.service'), {state: 'found', path: '/lib/systemd/system/a.service'})
})

test('links that lead nowhere or in a circle name no unit', async (t) => {
  const probe = probeOf({
    '/etc/systemd/system/gone.service': {symlink: '/opt/gone.service'},
    '/usr/lib/systemd/system/gone.service': service,
    '/etc/systemd/system/x.service': {symlink: 'y.service'},
    '/etc/systemd/system/y.service': {symlink: 'x.service'},
  })
  t.like(await unit(probe, 'gone.service'), {state: 'found', path: '/usr/lib/systemd/system/gone.service'})
  t.not((await unit(probe, 'x.service')).state, 'found')
  t.is((await unit(probe, 'none.service')).state, 'absent')
})

test('what could not be read makes the unit unknown', async (t) => {
  const hidden = {unreadable: 'permission denied'}
  const dropIn = await unit(
    probeOf({
      '/usr/lib/systemd/system/a.service': service,
      '/etc/systemd/system/a.service.d/1.conf': hidden,
      '/etc/systemd/system/a.service.d/2.conf': {symlink: '/dev/null'},
    }),
    'a.service',
  )
  t.like(dropIn, {state: 'unknown', reason: '/etc/systemd/system/a.service.d/1.conf permission denied'})
  const directory = await unit(probeOf({'/etc/systemd/system': {directory: true, ...hidden}}), 'a.service')
  t.like(directory, {state: 'unknown', reason: '/etc/systemd/system permission denied'})
})
