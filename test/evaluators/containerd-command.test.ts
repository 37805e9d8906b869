import test from 'ava'
import {containerdCommand} from '../../src/evaluators/containerd-command.ts'
import {probeOf} from './probe-of.ts'

const unit = (exec: string, more = '') => ({
  '/usr/lib/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n',
  '/usr/lib/systemd/system/containerd.service': `[Service]\n${more}ExecStart=${exec}\n`,
})
const rancher = (exec: string) => ({'/etc/systemd/system/k3s.service': `[Service]\nExecStart=${exec}\n`})
const k0s = (flags: string) => ({
  '/etc/systemd/system/k0sworker.service': `[Service]\nExecStart=/usr/local/bin/k0s worker ${flags}\n`,
})
const microk8s = '/var/snap/microk8s/current/args'

for (const [what, files, configPath, root] of [
  ['nothing is given', unit('/usr/bin/containerd'), '/etc/containerd/config.toml', undefined],
  ['flags', unit('/usr/bin/containerd -c /etc/own.toml --root=/data/containerd'), '/etc/own.toml', '/data/containerd'],
  ['behind another program', unit('/usr/bin/env A=b /usr/bin/containerd --config /etc/own.toml'), '/etc/own.toml'],
  [
    'inside a shell',
    unit("/bin/sh -c 'exec /usr/bin/containerd --config /etc/own.toml --root /data'"),
    '/etc/own.toml',
    '/data',
  ],
  [
    'a variable',
    unit('/usr/bin/containerd --config $CONTAINERD_CONFIG', 'Environment=CONTAINERD_CONFIG=/etc/own.toml\n'),
    '/etc/own.toml',
  ],
  [
    'k3s with another directory for its data',
    rancher('/usr/local/bin/k3s agent -d /data/k3s'),
    '/data/k3s/agent/etc/containerd/config.toml',
    '/data/k3s/agent/containerd',
  ],
  ['k0s', k0s('--token-file=/etc/token'), '/etc/k0s/containerd.toml', '/var/lib/k0s/containerd'],
  ['k0s with another directory', k0s('--data-dir=/data/k0s'), '/etc/k0s/containerd.toml', '/data/k0s/containerd'],
  [
    'MicroK8s',
    {
      [`${microk8s}/kubelet`]: '--root-dir=$SNAP_COMMON/var/lib/kubelet\n',
      [`${microk8s}/containerd`]: '--root $SNAP_COMMON/var/lib/containerd\n',
    },
    `${microk8s}/containerd.toml`,
    '/var/snap/microk8s/common/var/lib/containerd',
  ],
] as const) {
  test(`containerd's configuration and root: ${what}`, async (t) => {
    const command = await containerdCommand(probeOf(files))
    t.is(command.configPath, configPath)
    t.is(command.root?.value, root)
  })
}
