import test from 'ava'
import {criDockerd} from '../../src/collectors/cri-dockerd.ts'
import {Absent, at, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const unit = '/etc/systemd/system/cri-docker.service'

async function factsOf(flags: string, version: string, files: Parameters<typeof probeOf>[0] = {}) {
  const dpkg = `Package: cri-dockerd\nStatus: install ok installed\nVersion: ${version}\n`
  const service = `[Service]\nExecStart=/usr/bin/cri-dockerd --container-runtime-endpoint fd://${flags}\n`
  const facts = await criDockerd.collect(
    probeOf({
      [unit]: service,
      '/usr/bin/cri-dockerd': {mode: '0755', base64: '', size: 1},
      '/var/lib/dpkg/status': dpkg,
      ...files,
    }),
  )
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

test('the network plugin is what the flag says, else the default of the release', async (t) => {
  const pluginOf = async (flags: string, version: string) => plain((await factsOf(flags, version)).networkPlugin)
  t.is(await pluginOf('', '0.2.3-0'), '')
  t.is(await pluginOf('', '0.2.4-0'), 'kubenet')
  t.is(await pluginOf('', '0.3.4.3-0'), 'cni')
  t.is(await pluginOf(' --network-plugin=cni', '0.2.0-0'), 'cni')
})

test('the pause image carries the place of its flag', async (t) => {
  const {pauseImage} = await factsOf(' --pod-infra-container-image=k8s.gcr.io/pause:3.6', '0.3.4.3-0')
  t.deepEqual(pauseImage, at('k8s.gcr.io/pause:3.6', {kind: 'file', path: unit, line: 2}))
})

test('directories that hold nothing are told beside those that do', async (t) => {
  const files = {'/usr/lib/cni/loopback': '', '/etc/cni/net.d/10-weave.conflist': '{}'}
  const {cniPaths} = await factsOf(' --cni-conf-dir=/etc/cni/net.d', '0.3.4.3-0', files)
  t.deepEqual(plain(cniPaths), [
    {name: '--cni-bin-dir', directories: '/opt/cni/bin', isEmpty: true, filledElsewhere: '/usr/lib/cni'},
    {name: '--cni-conf-dir', directories: '/etc/cni/net.d', isEmpty: false, filledElsewhere: ''},
  ])
})

test('a host without cri-dockerd has no such fact', async (t) => {
  t.true((await criDockerd.collect(probeOf({}))) instanceof Absent)
})
