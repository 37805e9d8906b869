import test from 'ava'
import {flagValue} from '../../src/evaluators/component-flags.ts'
import {rancherConfig} from '../../src/evaluators/rancher-config.ts'
import {probeOf} from './probe-of.ts'

async function option(name: string, args: string, environment = '', config = '') {
  const rancher = await rancherConfig(
    probeOf({
      '/etc/systemd/system/k3s.service': `[Service]\n${environment}ExecStart=/usr/local/bin/k3s server ${args}\n`,
      ...(config ? {'/etc/rancher/k3s/config.yaml': config} : {}),
    }),
  )
  return rancher && flagValue(rancher.flags, name)?.value
}

test('letters and single dashes stand for long names', async (t) => {
  t.is(await option('data-dir', '-d /data/k3s'), '/data/k3s')
  t.is(await option('data-dir', '-d=/data/k3s'), '/data/k3s')
  t.is(await option('data-dir', '-data-dir /data/k3s'), '/data/k3s')
  t.is(await option('node-ip', '-i 10.0.0.5'), '10.0.0.5')
})

test('a variable counts where neither a file nor an argument gives the option', async (t) => {
  const variable = 'Environment=K3S_DATA_DIR=/env RKE2_SELINUX=true\n'
  t.is(await option('data-dir', '', variable), '/env')
  t.is(await option('data-dir', '', variable, 'data-dir: /file\n'), '/file')
  t.is(await option('data-dir', '--data-dir=/flag', variable, 'data-dir: /file\n'), '/flag')
  t.is(await option('selinux', '', variable), undefined)
})
