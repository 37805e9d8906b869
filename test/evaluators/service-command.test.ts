import test from 'ava'
import {type ServiceCommand, serviceCommand} from '../../src/evaluators/service-command.ts'
import {probeOf} from './probe-of.ts'

const main = '/usr/lib/systemd/system/kubelet.service'
const dropIn = '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf'
const kubeadm = {
  '/bin': {symlink: 'usr/bin'},
  [main]: '[Unit]\nDescription=kubelet\n\n[Service]\nExecStart=/usr/bin/kubelet\nRestart=always\n',
  [dropIn]: `[Service]
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`,
  '/etc/default/kubelet': '# node\nKUBELET_EXTRA_ARGS="--node-ip=10.0.0.4 --v=2"\n',
}

async function commandOf(files: Parameters<typeof probeOf>[0], name = 'kubelet.service'): Promise<ServiceCommand> {
  const result = await serviceCommand(probeOf(files), name)
  if (result.state !== 'found') throw new Error(`${result.state}: ${result.reason}`)
  return result
}

test('every word of a kubeadm kubelet leads to the file and line that wrote it', async (t) => {
  const command = await commandOf(kubeadm)
  const via = {kind: 'file', path: dropIn, line: 6} as const
  const extra = {source: {kind: 'file', path: '/etc/default/kubelet', line: 2} as const, via}
  t.deepEqual(command.words, [
    {text: '/usr/bin/kubelet', source: via},
    {text: '--config=/var/lib/kubelet/config.yaml', source: {kind: 'file', path: dropIn, line: 2}, via},
    {text: '--node-ip=10.0.0.4', ...extra},
    {text: '--v=2', ...extra},
  ])
  t.deepEqual(command.unset, ['KUBELET_KUBECONFIG_ARGS', 'KUBELET_KUBEADM_ARGS'])
  t.deepEqual(
    command.environmentFiles.map(({path, isMissing}) => [path, isMissing]),
    [
      ['/var/lib/kubelet/kubeadm-flags.env', true],
      ['/etc/default/kubelet', false],
    ],
  )
  t.is(command.refusal, undefined)
  t.deepEqual(command.path, {
    directories: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'],
    source: {kind: 'default', of: 'systemd'},
  })
})

test('a second ExecStart without a reset is refused, except for oneshot services', async (t) => {
  const twice = '[Service]\nExecStart=/usr/bin/dockerd\nExecStart=/usr/bin/dockerd -H fd://\n'
  const path = '/etc/systemd/system/docker.service'
  const command = await commandOf({[path]: twice}, 'docker.service')
  t.deepEqual(command.execStarts, [
    {kind: 'file', path, line: 2},
    {kind: 'file', path, line: 3},
  ])
  t.like(command.refusal, {source: {path, line: 3}})
  t.regex(command.refusal?.message ?? '', /more than one ExecStart= setting/)
  const oneshot = await commandOf({[path]: `${twice}Type=oneshot\n`}, 'docker.service')
  t.is(oneshot.refusal, undefined)
})

test('a missing environment file that is not optional stops the service', async (t) => {
  const path = '/etc/systemd/system/flanneld.service'
  const command = await commandOf(
    {[path]: '[Service]\nEnvironmentFile=/etc/sysconfig/flanneld\nExecStart=/usr/bin/flanneld $OPTS\n'},
    'flanneld.service',
  )
  t.deepEqual(command.refusal, {
    message: 'Failed to load environment files: /etc/sysconfig/flanneld: No such file or directory',
    source: {kind: 'file', path, line: 2},
  })
})

test('the environment files win over Environment=, and both over what systemd hands to every service', async (t) => {
  const path = '/etc/systemd/system/a.service'
  const command = await commandOf(
    {
      '/etc/systemd/system.conf.d/proxy.conf': '[Manager]\nDefaultEnvironment=HTTP_PROXY=http://all A=0\n',
      [path]:
        '[Service]\nEnvironmentFile=/etc/a.d/*.env\nEnvironment=A=1 PATH=/opt/bin:/usr/bin:.\nExecStart=:/bin/a $A\n',
      '/etc/a.d/1.env': 'A=2\n',
      '/etc/a.d/2.env': '\nA=3\n',
      '/etc/a.d/.3.env': 'A=4\n',
    },
    'a.service',
  )
  t.deepEqual(command.environment.get('A'), {
    value: '3',
    source: {
      kind: 'file',
      path: '/etc/a.d/2.env',
      line: 2,
      overrode: [
        {value: '2', source: {kind: 'file', path: '/etc/a.d/1.env', line: 1}},
        {value: '1', source: {kind: 'file', path, line: 3}},
        {value: '0', source: {kind: 'file', path: '/etc/systemd/system.conf.d/proxy.conf', line: 2}},
      ],
    },
  })
  t.is(command.environment.get('HTTP_PROXY')?.value, 'http://all')
  t.deepEqual(command.path.directories, ['/opt/bin', '/usr/bin'])
  t.deepEqual(
    command.words.map(({text}) => text),
    ['/bin/a', '$A'],
  )
})

test('the PATH of the running process wins over that of the unit', async (t) => {
  const command = await commandOf({
    ...kubeadm,
    '/proc/800/comm': 'kubelet\n',
    '/proc/800/cmdline': 'kubelet\0',
    '/proc/800/cgroup': '0::/kubepods/pod1\n',
    '/proc/900/comm': 'kubelet\n',
    '/proc/900/cmdline': '/usr/bin/kubelet\0--v=4\0',
    '/proc/900/cgroup': '0::/system.slice/kubelet.service\n',
    '/proc/900/environ': 'PATH=/usr/bin\0',
  })
  t.like(command.process, {pid: 900, argv: ['/usr/bin/kubelet', '--v=4']})
  t.deepEqual(command.path, {directories: ['/usr/bin'], source: {kind: 'file', path: '/proc/900/environ'}})
})

test('without a command it says why', async (t) => {
  t.is((await serviceCommand(probeOf({}), 'kubelet.service')).state, 'absent')
  t.is((await serviceCommand(probeOf({[main]: {symlink: '/dev/null'}}), 'kubelet.service')).state, 'masked')
  const hidden = probeOf({...kubeadm, '/etc/default/kubelet': {unreadable: 'permission denied'}})
  t.deepEqual(await serviceCommand(hidden, 'kubelet.service'), {
    state: 'unknown',
    reason: '/etc/default/kubelet permission denied',
    source: {kind: 'file', path: '/etc/default/kubelet'},
  })
  t.like(await commandOf({[main]: '[Service]\nType=simple\n'}), {words: [], refusal: {source: {path: main}}})
})
