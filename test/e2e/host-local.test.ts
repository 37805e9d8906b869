import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {overlay} from '../../src/collectors/overlay.ts'
import {createProbe} from '../../src/facts/probe.ts'
import {toldNothing} from '../../src/facts/told.ts'
import {plain} from '../../src/facts/view.ts'
import {rootHost} from '../../src/host/root.ts'

const plugin = '/usr/lib/cni/host-local'
const scratch = mkdtempSync(join(tmpdir(), 'npf-host-local-'))

/** Sections `ipam` of type host-local, good and bad. */
const sections: readonly Readonly<Record<string, unknown>>[] = [
  {subnet: '10.1.0.0/24'},
  {subnet: '10.1.0.0/24', gateway: '10.1.0.77'},
  {subnet: '10.1.0.0/24', gateway: '10.1.0.1', rangeStart: '10.1.0.1', rangeEnd: '10.1.0.99'},
  {subnet: '10.1.0.7/24'},
  {subnet: '10.1.0.0/30'},
  {subnet: '10.1.0.0/31'},
  {subnet: '10.1.0.0/32'},
  {subnet: '10.1.0.0/24', rangeStart: '10.2.0.5'},
  {subnet: '10.1.0.0/24', rangeEnd: '10.1.1.5'},
  {subnet: '10.1.0.0/24', rangeStart: '10.1.0.50', rangeEnd: '10.1.0.20'},
  {subnet: '10.1.0.0/24', rangeStart: '10.1.0.9', rangeEnd: '10.1.0.9'},
  {ranges: [[{subnet: '10.1.0.0/24'}], [{subnet: 'fd00:1::/64'}]]},
  {ranges: [[{subnet: '10.1.0.0/24'}, {subnet: 'fd00:1::/64'}]]},
  {ranges: [[{subnet: '10.1.0.0/24'}, {subnet: '10.1.0.128/25'}]]},
  {
    ranges: [
      [
        {subnet: '10.1.0.0/24', rangeEnd: '10.1.0.99'},
        {subnet: '10.1.0.0/24', rangeStart: '10.1.0.100'},
      ],
    ],
  },
  {ranges: [[{subnet: '10.1.0.0/24'}], [{subnet: '10.1.0.0/16'}]]},
  {subnet: 'fd00:1::/127'},
  {subnet: 'fd00:1::5/64'},
]

test.before('Debian’s plugins are installed', () => {
  if (!existsSync(plugin)) throw new Error('install containernetworking-plugins: /usr/lib/cni/host-local is missing')
})

test.after.always('nothing stays', () => rmSync(scratch, {recursive: true, force: true}))

for (const [index, section] of sections.entries()) {
  test.serial(`host-local says of ${JSON.stringify(section)} what we say`, async (t) => {
    const refused = realVerdict(section, join(scratch, String(index), 'data'))
    const facts = await ourFacts(section, join(scratch, String(index)))
    const tooSmall = facts.hostLocal.filter(({isTooSmall, capacity}) => isTooSmall && capacity === 0)
    if (refused === undefined) {
      t.deepEqual(facts.hostLocalProblems, [])
      t.deepEqual(tooSmall, [])
      return
    }
    const ours = [
      ...facts.hostLocalProblems.map(({problem}) => problem),
      ...tooSmall.map(() => 'too small to allocate from'),
    ]
    t.true(
      ours.some((problem) => refused.includes(problem)),
      `the plugin says ${refused}, we say ${ours.join('; ') || 'nothing'}`,
    )
  })
}

/** Runs the plugin as a runtime would; what it complains of, or undefined where it gives an address. */
function realVerdict(section: object, dataDir: string): string | undefined {
  const config = {cniVersion: '0.4.0', name: 'lab', type: 'bridge', ipam: {type: 'host-local', dataDir, ...section}}
  const environment = {
    CNI_COMMAND: 'ADD',
    CNI_CONTAINERID: 'lab',
    CNI_NETNS: '/dev/null',
    CNI_IFNAME: 'eth0',
    CNI_PATH: '/usr/lib/cni',
  }
  const {status, stdout} = spawnSync(plugin, {input: JSON.stringify(config), env: environment, encoding: 'utf8'})
  return status === 0 ? undefined : (JSON.parse(stdout) as {msg: string}).msg
}

interface HostLocalFacts {
  readonly hostLocal: readonly {readonly isTooSmall: boolean; readonly capacity: number}[]
  readonly hostLocalProblems: readonly {readonly problem: string}[]
}

async function ourFacts(section: object, root: string): Promise<HostLocalFacts> {
  mkdirSync(join(root, 'etc/cni/net.d'), {recursive: true})
  const config = {cniVersion: '0.4.0', name: 'lab', plugins: [{type: 'bridge', ipam: {type: 'host-local', ...section}}]}
  writeFileSync(join(root, 'etc/cni/net.d/10-lab.conflist'), JSON.stringify(config))
  return plain(await createProbe(await rootHost(root), toldNothing).fact(overlay)) as HostLocalFacts
}
