import test from 'ava'
import {containerd} from '../../src/collectors/containerd.ts'
import {Absent, bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

async function collect(version: string, files: Readonly<Record<string, string>>) {
  const stdout = `containerd github.com/containerd/containerd ${version} 0123456\n`
  const commands = [{argv: ['containerd', '--version'], exitCode: 0, stdout, stderr: ''}]
  const facts = await probeOf({'/usr/bin/containerd': {mode: '0755'}, ...files}, commands).fact(containerd)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

const main = `version = 2
imports = ["conf.d/*.toml"]
disabled_plugins = ["io.containerd.internal.v1.opt"]
[plugins."io.containerd.grpc.v1.cri"]
  enable_selinux = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
    SystemdCgroup = true
`
const dropIn = `version = 2
disabled_plugins = ["io.containerd.snapshotter.v1.aufs"]
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.nvidia]
  runtime_type = "io.containerd.runc.v2"
`
const imported = {'/etc/containerd/config.toml': main, '/etc/containerd/conf.d/10-nvidia.toml': dropIn}

test('containerd 1.x replaces the table of a plugin whole, lists of the top level grow', async (t) => {
  const facts = await collect('v1.6.20', imported)
  t.deepEqual(bare(facts.disabledPlugins), ['io.containerd.internal.v1.opt', 'io.containerd.snapshotter.v1.aufs'])
  t.false(bare(facts.enableSelinux))
  t.deepEqual(bare(facts.cniBinDirs), ['/opt/cni/bin'])
  t.deepEqual(plain(facts.runtimes), [
    {name: 'runc', type: 'io.containerd.runc.v2', systemdCgroup: false, binaryName: ''},
    {name: 'nvidia', type: 'io.containerd.runc.v2', systemdCgroup: false, binaryName: ''},
  ])
  t.deepEqual(
    (plain(facts.droppedKeys) as {name: string}[]).map(({name}) => name),
    [
      'io.containerd.grpc.v1.cri.enable_selinux',
      'io.containerd.grpc.v1.cri.cni.bin_dir',
      'io.containerd.grpc.v1.cri.containerd.runtimes.runc.options.SystemdCgroup',
    ],
  )
})

test('containerd 2.x merges tables key by key', async (t) => {
  const facts = await collect('v2.1.0', imported)
  t.true(bare(facts.enableSelinux))
  t.deepEqual(sourceOf(facts.enableSelinux), {kind: 'file', path: '/etc/containerd/config.toml', line: 5})
  t.deepEqual(bare(facts.cniBinDirs), ['/usr/lib/cni'])
  t.deepEqual(
    (plain(facts.runtimes) as {name: string; systemdCgroup: boolean}[]).map((each) => [each.name, each.systemdCgroup]),
    [
      ['runc', true],
      ['nvidia', false],
    ],
  )
  t.deepEqual(facts.droppedKeys, [])
})

test('without a version the file has schema 1, whose plugin names are short', async (t) => {
  const text = '[plugins.cri]\nenable_selinux = true\n[plugins."io.containerd.grpc.v1.cri".cni]\nbin_dir = "/x"\n'
  const facts = await collect('v1.6.20', {'/etc/containerd/config.toml': text})
  t.false(bare(facts.hasSchema))
  t.true(bare(facts.enableSelinux))
  t.deepEqual(bare(facts.cniBinDirs), ['/opt/cni/bin'])
})

test('containerd 2.0 to 2.2 lose what files of schema 1 say of CRI, 2.3 migrates it', async (t) => {
  const text = '[plugins."io.containerd.grpc.v1.cri"]\nenable_selinux = true\n'
  t.false(bare((await collect('v2.2.0', {'/etc/containerd/config.toml': text})).enableSelinux))
  t.true(bare((await collect('v2.3.0', {'/etc/containerd/config.toml': text})).enableSelinux))
})

test('in containerd 2.2 a drop-in of schema 3 keeps a main file of schema 2 from being migrated', async (t) => {
  const facts = await collect('v2.2.0', {
    '/etc/containerd/config.toml':
      'version = 2\nimports = ["a.toml"]\n[plugins."io.containerd.grpc.v1.cri"]\nenable_selinux = true\n',
    '/etc/containerd/a.toml': 'version = 3\n',
  })
  t.false(bare(facts.enableSelinux))
  t.is(bare(facts.schema), 2)
})

test('option names: 1.x takes few spellings, 2.x any case', async (t) => {
  const text = 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\nEnable_Selinux = true\n'
  t.false(bare((await collect('v1.6.20', {'/etc/containerd/config.toml': text})).enableSelinux))
  t.true(bare((await collect('v2.0.0', {'/etc/containerd/config.toml': text})).enableSelinux))
})

test('the default configuration is not a misplaced SystemdCgroup, a true one beside options is', async (t) => {
  const table = 'plugins."io.containerd.grpc.v1.cri"'
  const text = `version = 2\n[${table}]\nsystemd_cgroup = false\n[${table}.containerd.runtimes.runc]\nSystemdCgroup = true\n`
  const facts = await collect('v1.7.0', {'/etc/containerd/config.toml': text})
  t.deepEqual(plain(facts.misplacedSystemdCgroup), [
    {name: 'io.containerd.grpc.v1.cri.containerd.runtimes.runc.SystemdCgroup', file: '/etc/containerd/config.toml'},
  ])
})

test('a text where a boolean belongs, a missing import and a broken file are told with their lines', async (t) => {
  const text = 'version = 2\nimports = ["nope.toml"]\n[plugins."io.containerd.grpc.v1.cri"]\nenable_selinux = "true"\n'
  const facts = await collect('v1.7.0', {'/etc/containerd/config.toml': text})
  t.deepEqual(plain(facts.missingImports), [{name: '/etc/containerd/nope.toml'}])
  t.deepEqual(plain(facts.mistypedOptions), [
    {name: 'enable_selinux', file: '/etc/containerd/config.toml', type: 'boolean'},
  ])
  const broken = await collect('v1.7.0', {'/etc/containerd/config.toml': 'version = 2\nx = [\n'})
  t.true(broken.enableSelinux instanceof Unknown)
  t.is(sourceOf(broken.problem)?.kind, 'file')
})

test('a missing file means the defaults, a missing program the absence of the fact', async (t) => {
  const facts = await collect('v1.7.24', {})
  t.true(bare(facts.isCriEnabled))
  t.false(bare(facts.hasConfigFile))
  t.true((await probeOf({}).fact(containerd)) instanceof Absent)
})

test('several directories of plugins are known since 2.1, a path of imports is cleaned, an empty root is none', async (t) => {
  const files = {
    '/etc/containerd/config.toml': 'version = 2\nroot = ""\nimports = ["./gone/../cni.toml"]\n',
    '/etc/containerd/cni.toml':
      'version = 2\n[plugins."io.containerd.grpc.v1.cri".cni]\nbin_dir = "/a"\nbin_dirs = ["/b", "/c"]\n',
  }
  for (const [version, directories] of [
    ['1.7.27', ['/a']],
    ['2.0.4', ['/a']],
    ['2.1.0', ['/b', '/c']],
  ] as const) {
    const facts = await collect(version, files)
    t.deepEqual(bare(facts.cniBinDirs), [...directories], version)
    t.is(bare(facts.root), '/var/lib/containerd')
  }
})
