import {spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test, {type ExecutionContext} from 'ava'
import type {Report} from '../../src/check/report.ts'
import {installDebian} from './debian.ts'
import {plantNode} from './faulty-image.ts'
import {program} from './labelled-node.ts'
import {onPlantedNode} from './planted-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'npf-parity-'))
const root = join(folder, 'root')
const shared = join(folder, 'shared')
const scratch = join(folder, 'scratch')
chmodSync(folder, 0o755)
for (const each of [shared, scratch]) mkdirSync(each)
chmodSync(shared, 0o777)
test.after.always(() => rmSync(folder, {recursive: true, force: true}))

test.before('a Debian with a node in it', () => {
  installDebian(root)
  plantNode(root)
})

/** What the planted faults must be found as, so that equal reports are not equally empty. */
const planted = [
  'cni-plugin-truncated',
  'conntrack-missing',
  'docker-boolean-flag-misread',
  'docker-bridge-overlaps-cluster-range',
  'docker-config-boolean-quoted',
  'docker-option-set-twice',
  'flannel-delegate-plugin-missing',
  'max-pods-exceed-node-range',
]

/** What may differ inside a chroot, which runs on the kernel of the machine around it, and why. */
const ofTheKernel: Readonly<Record<string, string>> = {
  'cluster-range-overlaps-node-network': 'it has network interfaces, a directory has none',
  'cni-directory-read-only': 'its mounts are told by /proc/self/mountinfo, those of the image by fstab',
  'modprobe-missing': 'it has a kernel with its modules; in the directory none is installed',
}

const users: Readonly<Record<string, readonly string[]>> = {
  root: [],
  'an ordinary user': ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
}

for (const [user, as] of Object.entries(users)) {
  test.serial(`an image gives the same report as a mounted root, taken from it, and recorded, as ${user}`, (t) => {
    const snapshot = join(shared, `image-${as.length}.json.gz`)
    succeed([...as, program, 'snapshot', '--root', root, '-o', snapshot])
    t.deepEqual([...readFileSync(snapshot).subarray(0, 2)], [0x1f, 0x8b])
    const mounted = reportOf(['--root', root], as)
    t.is(mounted.phase, 'image')
    if (user === 'root') t.deepEqual(missingFrom(mounted), [])
    else t.true(isDenied(mounted))
    sameReport(t, reportOf(['--from', root], as), mounted)
    sameReport(t, reportOf(['--from', snapshot]), mounted)
    for (const phase of ['image', 'bootstrap', 'joined']) {
      sameReport(t, reportOf(['--from', snapshot, '--phase', phase]), reportOf(['--root', root, '--phase', phase], as))
    }
  })
}

test.serial('an image gives the same findings from inside, but for those on the running kernel', (t) => {
  const inside = reportOf(['--phase', 'image'], inChroot)
  const mounted = reportOf(['--root', root, '--phase', 'image'])
  t.is(inside.host.mode, 'live')
  const others = ({findings}: Report) => findings.filter(({rule}) => !(rule in ofTheKernel))
  t.deepEqual(others(inside), others(mounted))
  const outcomes = ({findings}: Report) => findings.map(({rule, outcome}) => [rule, outcome === 'fail'])
  t.deepEqual(outcomes(inside), outcomes(mounted))
})

/** This machine, and this machine with every component and with files that only root may read. */
const nodes: Readonly<Record<string, readonly string[]>> = {
  'this machine': [],
  'a node with every component': [
    ...onPlantedNode(scratch),
    ...['sh', '-c', 'chmod 700 /var/lib/kubelet/config.yaml /etc/cni/net.d; exec "$@"', 'sh'],
  ],
}

for (const [user, as] of Object.entries(users)) {
  for (const [node, on] of Object.entries(nodes)) {
    test.serial(`${node} gives the same report live and recorded, as ${user}`, (t) => {
      const reports = mkdtempSync(join(shared, 'run-'))
      chmodSync(reports, 0o777)
      const script = `cd "$1"
"$0" check -q --fail-on never -o json=live.json
"$0" snapshot -o snapshot.json
"$0" check -q --fail-on never -o json=recorded.json --from snapshot.json`
      succeed([...on, ...as, 'sh', '-ec', script, program, reports])
      const [live, recorded] = [readReport(join(reports, 'live.json')), readReport(join(reports, 'recorded.json'))]
      t.is(live.host.mode, 'live')
      t.is(recorded.host.mode, 'snapshot')
      sameReport(t, recorded, live)
      if (on.length > 0) t.is(isDenied(live), user !== 'root')
    })
  }
}

/** Runs what follows inside the root, with a kernel's file systems as image builders mount them, and no network. */
const inChroot: readonly string[] = [
  'unshare',
  ...['--mount', '--propagation', 'private', '--net', '--pid', '--fork'],
  'sh',
  '-c',
  `root=${root}
set -e
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
touch "$root/run/node-preflight"
mount --bind "$1" "$root/run/node-preflight"
shift
exec chroot "$root" /run/node-preflight "$@"`,
  'sh',
]

/** The report of a check, however it ends. */
function reportOf(options: readonly string[], by: readonly string[] = []): Report {
  return JSON.parse(succeed([...by, program, 'check', ...options, '-o', 'json', '--fail-on', 'never']))
}

/** Equal in all that is said of the host; the mode says how it was looked at. */
function sameReport(t: ExecutionContext, one: Report, other: Report): void {
  const said = ({startedAt, durationMs, host: {mode, ...host}, ...rest}: Report) => ({...rest, host})
  t.deepEqual(said(one), said(other))
}

/** Planted faults that a report does not tell. */
function missingFrom({findings}: Report): readonly string[] {
  const failed = new Set(findings.filter(({outcome}) => outcome === 'fail').map(({rule}) => rule))
  return planted.filter((rule) => !failed.has(rule))
}

const isDenied = ({findings}: Report): boolean =>
  findings.some(({reason}) => reason?.includes('permission denied; run as root'))

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'))

function succeed([command = '', ...args]: readonly string[]): string {
  const {status, stdout, stderr} = spawnSync(command, args, {encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 120_000})
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}
