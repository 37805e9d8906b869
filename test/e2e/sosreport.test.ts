import {execFileSync} from 'node:child_process'
import {mkdtemp, readdir, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'

const folder = await mkdtemp(join(tmpdir(), 'sos-'))
test.after.always(() => rm(folder, {recursive: true}))

const plugins = [
  'kernel',
  'systemd',
  'networking',
  'memory',
  'processor',
  'filesys',
  'cgroups',
  'host',
  'release',
  'dpkg',
  'process',
]

interface Finding {
  readonly rule: string
  readonly item?: string
  readonly outcome: string
  readonly message?: string
  readonly reason?: string
}

test('a real sosreport, packed and unpacked, contradicts nothing that the host itself says', async (t) => {
  const archive = await takeReport()
  const live = findingsOf(process.execPath, '--import=tsx', 'src/cli/main.ts')
  execFileSync('tar', ['-xJf', archive, '-C', folder])
  const [unpacked = ''] = (await readdir(folder)).filter((name) => name.startsWith('sosreport') && !/\.tar/.test(name))
  const packed = findingsOf('dist/node-preflight', 'check', '--from', archive)
  t.deepEqual(findingsOf('dist/node-preflight', 'check', '--from', join(folder, unpacked)), packed)
  t.deepEqual(
    packed.filter((finding) => !isTrue(finding, live)),
    [],
  )
  t.true(packed.filter(({outcome}) => outcome !== 'unknown').length >= 40)
  t.true(packed.some(({reason}) => reason?.includes('not in this sosreport')))
})

/** Whether the host says the same; what the report does not know, it must give a reason for. */
function isTrue(found: Finding, live: readonly Finding[]): boolean {
  if (found.outcome === 'unknown') return (found.reason ?? '') !== ''
  const same = live.find(({rule, item}) => rule === found.rule && item === found.item)
  return same !== undefined && same.outcome === found.outcome && same.message === found.message
}

function findingsOf(...argv: readonly string[]): readonly Finding[] {
  const [program = '', ...args] = argv
  const options = ['-o', 'json', '--phase', 'bootstrap', '--fail-on', 'never']
  const report = execFileSync(program, [...args, ...options], {encoding: 'utf8', maxBuffer: 1 << 26})
  return (JSON.parse(report) as {findings: readonly Finding[]}).findings
}

/** Has sos report on this machine with a few quick plugins, and gives the archive. */
async function takeReport(): Promise<string> {
  execFileSync('sos', ['report', '--batch', '--tmp-dir', folder, '-z', 'xz', '-o', plugins.join(',')], {
    stdio: 'ignore',
    timeout: 240_000,
  })
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tar.xz'))
  return join(folder, archive ?? '')
}
