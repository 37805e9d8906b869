import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import {Cel} from '../../src/cel/environment.ts'
import {judge} from '../../src/check/judge.ts'
import {cni} from '../../src/collectors/cni.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {Absent, bare, Unknown} from '../../src/facts/value.ts'
import {rootHost} from '../../src/host/root.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {CniNodes, debianPlugins, optionsIn} from './cni-node.ts'
import {states} from './cni-states.ts'
import {networkStatus} from './containerd-cri.ts'

const nodes = new CniNodes()
const cel = new Cel(collectors)
const rules = (await readRuleFiles('rules/cni')).map((file) => file.rule)

test.after.always('remove the scratch roots', () => nodes.close())

/** The rules that fail on a joined node in a scratch root, in order. */
async function failing(root: string): Promise<readonly string[]> {
  const store = new FactStore(collectors, await rootHost(root))
  const bench = {cel, store, phase: 'joined', family: 'debian'} as const
  const findings = (await Promise.all(rules.map((rule) => judge(rule, bench)))).flat()
  return [...new Set(findings.filter(({outcome}) => outcome === 'fail').map(({rule}) => rule))].sort()
}

for (const {name, networks, fails, ...state} of states) {
  test(`containerd: ${name}`, async (t) => {
    const root = nodes.make(state)
    t.deepEqual(await failing(root), fails, 'what we say before the start')
    const status = await networkStatus(optionsIn(root, state))
    t.deepEqual(status.networks, networks, status.load)
    t.is(status.isReady, networks.length > 0, status.load)
  })
}

/** Values of every kind, right and wrong, for the keys that libcni reads. */
const odd = fc.oneof(fc.constantFrom('a', 'bridge', '', null, true, 7, [], {}), fc.string({maxLength: 3}))
const entry = fc.record({type: odd, name: odd, ipam: odd, capabilities: odd, cniVersion: odd}, {requiredKeys: []})
const sound = fc.record({type: fc.constantFrom('bridge', 'ptp')}, {requiredKeys: ['type']})
const document = fc.record(
  {
    name: fc.oneof(fc.constantFrom('a', 'net-1'), odd),
    type: fc.oneof(fc.constant('bridge'), odd),
    plugins: fc.oneof(fc.array(fc.oneof(sound, sound, entry), {maxLength: 3}), odd),
    cniVersion: fc.oneof(fc.constantFrom('0.4.0', '1.0.0'), odd),
    disableCheck: odd,
  },
  {requiredKeys: []},
)
const file = fc.tuple(
  fc.constantFrom('05-a.conf', '10-b.conflist', '10-c.json', 'd.conflist', '20-e.conflist.bak'),
  fc.oneof({weight: 8, arbitrary: document.map((each) => JSON.stringify(each))}, {weight: 1, arbitrary: fc.string()}),
)
const directories = fc.sample(fc.array(file, {minLength: 1, maxLength: 3}), {numRuns: 40, seed: 1})

test('containerd loads generated directories as we say', async (t) => {
  let loaded = 0
  for (const files of directories.map((each) => Object.fromEntries(each))) {
    const root = nodes.make({files})
    const facts = await new FactStore(collectors, await rootHost(root)).collect(cni)
    if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
    const status = await networkStatus(optionsIn(root, {files}))
    t.is(facts.isLoaded, status.isReady, `${JSON.stringify(files)}: ${status.load}`)
    const winner = facts.winner instanceof Absent || facts.winner instanceof Unknown ? undefined : facts.winner
    if (status.isReady) t.deepEqual([winner && bare(winner.networkName)], status.networks, JSON.stringify(files))
    loaded += status.isReady ? 1 : 0
  }
  t.true(loaded > 5 && loaded < directories.length - 5, `${loaded} of ${directories.length} were loaded`)
})

/** Runs a plugin for a pod whose network namespace does not exist, and returns what it prints. */
function addPod(plugin: string, configuration: object, path: string): string {
  const {stdout, error} = spawnSync(plugin, {
    input: JSON.stringify(configuration),
    encoding: 'utf8',
    env: {CNI_COMMAND: 'ADD', CNI_CONTAINERID: 'c0ffee', CNI_NETNS: '/nowhere', CNI_IFNAME: 'eth0', CNI_PATH: path},
  })
  if (error) throw error
  return stdout
}

/** Lets libcni, inside the plugin ptp, run the plugin bridge of a root as if it gave out addresses. */
function runByLibcni(root: string): string {
  const configuration = {cniVersion: '0.4.0', name: 'a', type: 'ptp', ipam: {type: 'bridge'}}
  return addPod(join(debianPlugins, 'ptp'), configuration, join(root, 'opt/cni/bin'))
}

const bridge = readFileSync(join(debianPlugins, 'bridge'))
const foreign = Uint8Array.from(bridge)
foreign[18] = 183
const loaderless = Uint8Array.from(
  Buffer.from(bridge.toString('latin1').replace('/lib64/ld-linux', '/lib64/ld-nowhe'), 'latin1'),
)

for (const [name, plugin, said, rule] of [
  ['without execute permission', 'mode', 'permission denied', 'cni-plugin-not-executable'],
  ['empty', new Uint8Array(), 'exec format error', 'cni-plugin-truncated'],
  ['cut short', bridge.subarray(0, bridge.length / 2), 'netplugin failed', 'cni-plugin-truncated'],
  ['built for arm64', foreign, 'exec format error', 'cni-plugin-wrong-architecture'],
  [
    'a page about an error',
    Buffer.from('<html>Not Found</html>'),
    'exec format error',
    'cni-plugin-wrong-architecture',
  ],
  ['with a loader that is not there', loaderless, 'no such file or directory', 'cni-plugin-loader-missing'],
  ['not there', 'missing', 'failed to find plugin', 'cni-plugin-missing'],
] as const) {
  test(`libcni runs a plugin ${name}: ${said}`, async (t) => {
    const file = '/opt/cni/bin/bridge'
    const conf = {'10-a.conf': '{"cniVersion": "0.4.0", "name": "a", "type": "bridge"}'}
    const without = plugin === 'missing' ? ['bridge'] : []
    const root = nodes.make({files: typeof plugin === 'string' ? conf : {...conf, [file]: plugin}, without})
    if (plugin === 'mode') withoutMode(root)
    t.deepEqual(await failing(root), [rule])
    t.true(runByLibcni(root).includes(said), runByLibcni(root))
  })
}

test('libcni runs the packaged plugin, which then looks for the pod', async (t) => {
  const root = nodes.make({
    files: {'10-a.conf': '{"cniVersion": "0.4.0", "name": "a", "type": "ptp", "ipam": {"type": "static"}}'},
  })
  t.deepEqual(await failing(root), [])
  const configuration = {
    cniVersion: '0.4.0',
    name: 'a',
    type: 'ptp',
    ipam: {type: 'static', addresses: [{address: '192.0.2.2/24'}]},
  }
  const said = addPod(join(root, 'opt/cni/bin/ptp'), configuration, join(root, 'opt/cni/bin'))
  t.true(said.includes('failed to open netns'), said)
})

for (const [configuration, said, fails] of [
  [{cniVersion: '1.0.0', name: 'my net'}, 'invalid characters', ['cni-network-name-invalid']],
  [{cniVersion: '1.0.0', name: ''}, 'missing network name', ['cni-config-invalid', 'cni-network-name-invalid']],
  [{cniVersion: '1.1.0', name: 'a'}, 'incompatible CNI versions', ['cni-config-version-too-new']],
  [{cniVersion: '1.0.0', name: 'a', backend: 'iptables'}, 'must be called as chained plugin', []],
  [
    {cniVersion: '1.0.0', name: 'a', markMasqBit: 13, externalSetMarkChain: 'X'},
    'Cannot specify externalSetMarkChain and markMasqBit',
    ['portmap-options-invalid'],
  ],
] as const) {
  test(`portmap is asked with ${JSON.stringify(configuration)}: ${said}`, async (t) => {
    const root = nodes.make({
      files: {
        '10-a.conf': JSON.stringify({...configuration, type: 'portmap'}),
        '/var/lib/dpkg/status': 'Package: containerd\nStatus: install ok installed\nVersion: 1.6.20-1\n',
        '/var/lib/dpkg/info/containerd.list': '/usr/bin/containerd\n',
      },
    })
    t.deepEqual(await failing(root), fails)
    const answer = addPod(join(debianPlugins, 'portmap'), {...configuration, type: 'portmap'}, debianPlugins)
    t.true(answer.includes(said), answer)
  })
}

/** The file is a link to the packaged one, so it is copied before its mode changes. */
function withoutMode(root: string): void {
  const file = join(root, 'opt/cni/bin/bridge')
  spawnSync('sh', ['-c', 'cp "$0" "$0.new" && chmod 0644 "$0.new" && mv "$0.new" "$0"', file])
}
