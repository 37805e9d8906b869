import test from 'ava'
import {crio} from '../../src/collectors/crio.ts'
import {Absent, bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

async function collect(files: Readonly<Record<string, string>>) {
  const commands = [{argv: ['crio', '--version'], exitCode: 0, stdout: 'crio version 1.30.4\n', stderr: ''}]
  const facts = await probeOf({'/usr/bin/crio': {mode: '0755'}, ...files}, commands).fact(crio)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

test('the last file of the directory wins whatever its name, a flag wins over all', async (t) => {
  const facts = await collect({
    '/usr/lib/systemd/system/crio.service': '[Service]\nExecStart=/usr/bin/crio --pause-image=example.org/pause:1\n',
    '/etc/crio/crio.conf': '[crio.runtime]\ncgroup_manager = "cgroupfs"\n[crio.image]\npause_image = "a"\n',
    '/etc/crio/crio.conf.d/10-crio.conf.rpmnew': '[crio.runtime]\ncgroup_manager = "systemd"\n',
  })
  t.is(bare(facts.cgroupManager), 'systemd')
  t.deepEqual(sourceOf(facts.cgroupManager), {
    kind: 'file',
    path: '/etc/crio/crio.conf.d/10-crio.conf.rpmnew',
    line: 2,
    overrode: [{value: 'cgroupfs', source: {kind: 'file', path: '/etc/crio/crio.conf', line: 2}}],
  })
  t.is(bare(facts.pauseImage), 'example.org/pause:1')
  t.deepEqual(plain(facts.overridden), [
    {
      name: 'crio.runtime.cgroup_manager',
      value: '"systemd"',
      overriddenValue: '"cgroupfs"',
      overriddenFile: '/etc/crio/crio.conf',
    },
  ])
})

test('a runtime replaces its namesake whole, others stay', async (t) => {
  const facts = await collect({
    '/etc/crio/crio.conf':
      '[crio.runtime.runtimes.runc]\nruntime_path = "/usr/bin/runc"\n[crio.runtime.runtimes.kata]\n',
    '/etc/crio/crio.conf.d/20.conf': '[crio.runtime.runtimes.runc]\nruntime_type = "oci"\n',
  })
  t.deepEqual(plain(facts.runtimes), [
    {name: 'runc', path: '', type: 'oci'},
    {name: 'kata', path: '', type: ''},
  ])
})

test('variables stand for flags, which win over them', async (t) => {
  const unit = (more: string) => ({
    '/usr/lib/systemd/system/crio.service': `[Service]\nEnvironment=CONTAINER_CNI_PLUGIN_DIR=/a CONTAINER_ROOT=/data\nExecStart=/usr/bin/crio ${more}\n`,
    '/etc/crio/crio.conf': '[crio.network]\nplugin_dirs = ["/c"]\n',
  })
  const facts = await collect(unit(''))
  t.deepEqual(bare(facts.pluginDirs), ['/a'])
  t.is(bare(facts.root), '/data')
  t.deepEqual(bare((await collect(unit('--cni-plugin-dir=/b'))).pluginDirs), ['/b'])
})

test('plugin_dirs replaces the built-in list, plugin_dir is appended', async (t) => {
  const facts = await collect({
    '/etc/crio/crio.conf': '[crio.network]\nplugin_dirs = ["/usr/libexec/cni"]\nplugin_dir = "/usr/lib/cni"\n',
  })
  t.deepEqual(bare(facts.pluginDirs), ['/usr/libexec/cni', '/usr/lib/cni'])
  t.true(bare(facts.isPluginDirsSet))
})

test('defaults: the systemd manager, the host for SELinux, runc before 1.31', async (t) => {
  const facts = await collect({})
  t.is(bare(facts.cgroupManager), 'systemd')
  t.is(bare(facts.selinux), '')
  t.is(bare(facts.defaultRuntime), 'runc')
  t.true((await probeOf({}).fact(crio)) instanceof Absent)
})

test('a file that is no TOML leaves nothing known', async (t) => {
  const facts = await collect({'/etc/crio/crio.conf': '[crio\n'})
  t.true(facts.cgroupManager instanceof Unknown)
})
