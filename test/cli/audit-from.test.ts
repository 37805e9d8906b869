import {mkdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import test from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'
import {tarOf} from '../host/tar-writer.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const release = 'ID=debian\nVERSION_ID="13"\nPRETTY_NAME="Debian 13"\n'
const sosreport = tarOf(
  {name: 'sosreport-n1/version.txt', content: 'sosreport: 4.0\n'},
  {name: 'sosreport-n1/sos_reports/sos.txt'},
  {name: 'sosreport-n1/sos_commands/kernel/uname_-a', content: 'Linux n1 6.1.0-9-amd64 #1 SMP x86_64 GNU/Linux\n'},
  {name: 'sosreport-n1/etc/os-release', content: release},
)

/** What an audit of recordings reports, and how it ends. */
async function audit(...paths: readonly string[]) {
  const {code, out, err} = await cli(
    'audit',
    ...paths.flatMap((path) => ['--from', path]),
    ...['--only', 'kernels-differ', '-o', 'json'],
  )
  return {code, err, report: (code === 2 ? {} : JSON.parse(out)) as FleetReport}
}

const found = ({hosts}: FleetReport) => hosts.map(({name, report}) => [name, report.host.os])

test('snapshots, bundles and roots, alone and in folders, in one list', async (t) => {
  const root = await folder({
    'one.json': snapshotOf(),
    'all/sums.sha256': 'x',
    'all/two.json': snapshotOf(),
    'all/unpacked/version.txt': 'sosreport: 4.0\n',
    'all/unpacked/sos_reports/sos.txt': '',
    'all/unpacked/sos_commands/kernel/uname_-a': 'Linux n2 6.1.0-9-amd64 #1 SMP x86_64 GNU/Linux\n',
    'all/unpacked/etc/os-release': release,
    'all/notes/readme.txt': 'x',
    'image/etc/os-release': release,
    'image/usr/lib/os-release': release,
  })
  const at = (name: string): string => join(root, name)
  await writeFile(at('all/packed.tar.gz'), gzipSync(sosreport))
  await writeFile(at('all/three.json.gz'), gzipSync(snapshotOf()))
  const {report, err} = await audit(at('one.json'), at('all'), at('image'))
  t.is(err, '')
  t.deepEqual(report.unreachable, [])
  const debian = (name: string) => [name, 'Debian 13']
  t.deepEqual(found(report), ['image', 'one', 'packed', 'three', 'two', 'unpacked'].map(debian))
  t.is(report.hosts.find(({name}) => name === 'image')?.report.host.mode, 'root')
  t.is(report.hosts.find(({name}) => name === 'packed')?.report.host.name, 'n1')
})

test('what passed carries no evidence, what failed does', async (t) => {
  const rules = await folder({
    'own/good-family.yaml': ruleOf('good-family', 'os.family == "debian"'),
    'own/bad-family.yaml': ruleOf('bad-family', 'os.family == "rhel"'),
  })
  const root = await folder({'a.json': snapshotOf(), 'b.json': snapshotOf()})
  const args = ['audit', '--from', root, '--rules', rules, '--only', 'good-family,bad-family', '-o', 'json']
  const {hosts}: FleetReport = JSON.parse((await cli(...args)).out)
  for (const {report} of hosts) {
    const evidence = Object.fromEntries(report.findings.map((finding) => [finding.outcome, finding.evidence]))
    t.deepEqual(evidence.pass, [])
    t.is(evidence.fail?.[0]?.value, 'debian')
  }
  t.is(hosts.length, 2)
})

test('each recording once, and files of one name are told apart', async (t) => {
  const root = await folder({'a/n.json': snapshotOf(), 'b/n.json': snapshotOf(), 'b/m.json': snapshotOf()})
  const {report} = await audit(join(root, 'a'), join(root, 'b'), join(root, 'a/n.json'))
  t.deepEqual(
    report.hosts.map(({name}) => name),
    [join(root, 'a/n'), join(root, 'b/n'), 'm'].toSorted(),
  )
  const both = ['audit', '--from', join(root, 'a'), join(root, 'b')]
  t.regex((await cli(...both)).err, /exclude each other \(--from is written before each of several paths\)/)
})

test('what is damaged is told with its reason, and a folder of nothing is a mistake', async (t) => {
  const root = await folder({'all/good.json': snapshotOf(), 'all/bad.json': '{', 'none/readme.txt': 'x'})
  await writeFile(join(root, 'all/cut.tar.gz'), gzipSync(sosreport).subarray(0, 100))
  await mkdir(join(root, 'all/empty'))
  const {code, report} = await audit(join(root, 'all'))
  t.deepEqual(found(report), [['good', 'Debian 13']])
  t.deepEqual(
    report.unreachable.map(({name}) => name),
    ['bad', 'cut'],
  )
  t.regex(report.unreachable[0]?.reason ?? '', /not JSON/)
  t.regex(report.unreachable[1]?.reason ?? '', /damaged|ends/)
  t.not(code, 0)
  t.regex((await audit(join(root, 'none'))).err, /none holds no snapshot and no bundle \(files named \*\.json/)
  t.regex((await audit(join(root, 'gone'))).err, /cannot read .*gone: no such file/)
})
