import {execFileSync} from 'node:child_process'
import {chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import test from 'ava'
import type {Finding} from '../../src/check/report.ts'
import {typicalNode} from '../../src/cli/typical-node.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {recordHost} from '../../src/host/recording.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'
import {kinds, plant, scratch} from './hostile-kinds.ts'
import {program} from './labelled-node.ts'

const folder = scratch
chmodSync(folder, 0o755)
test.after.always(() => rmSync(folder, {recursive: true, force: true}))

const asked = await askedPaths()

for (const [name, kind] of Object.entries(kinds)) {
  test.serial(`every file that is asked for is ${name}`, (t) => {
    const root = freshRoot()
    let planted = 0
    for (const path of asked) {
      if (isInTheWay(root, path)) continue
      plant(root, path, planted < 40 || !/GB|MB/.test(name) ? kind : (place) => writeFileSync(place, ''))
      planted++
    }
    t.true(planted > 100, String(planted))
    const {status, ms, peakMiB, findings, stderr} = check(root)
    t.log(`${planted} planted, ${ms} ms, ${peakMiB} MiB, exit ${status}`)
    t.true([0, 1, 3].includes(status), stderr)
    t.true(ms < maxMs, `${ms} ms`)
    t.true(peakMiB < 200, `${peakMiB} MiB`)
    for (const {rule, outcome, reason} of findings) if (outcome === 'unknown') t.truthy(reason, rule)
    t.false(JSON.stringify(findings).includes('root:x:0:0'))
  })
}

for (const [name, make] of [
  [
    '100,000 entries in each directory of configuration',
    (root: string) => fill(root, ['etc/cni/net.d', 'etc/systemd/system', 'usr/bin'], 100_000),
  ],
  [
    '9,000 drop-ins of the kubelet, and as many releases of k3s',
    (root: string) =>
      fill(root, ['etc/systemd/system/kubelet.service.d', 'var/lib/rancher/k3s/data', 'etc/sysctl.d'], 9000),
  ],
  [
    'directories that are files',
    (root: string) => {
      for (const path of ['cni', 'systemd', 'docker', 'kubernetes', 'selinux'])
        writeFileSync(join(root, 'etc', path), 'x')
    },
  ],
  ['an empty directory', () => {}],
] as const) {
  test.serial(`a root with ${name}`, (t) => {
    const root = freshRoot()
    make(root)
    const {status, ms, peakMiB, stderr} = check(root)
    t.log(`${ms} ms, ${peakMiB} MiB, exit ${status}`)
    t.true([0, 1, 3].includes(status), stderr)
    t.true(ms < maxMs, `${ms} ms`)
    t.true(peakMiB < 200, `${peakMiB} MiB`)
  })
}

test.serial('what an ordinary user may not enter is unknown, not absent', (t) => {
  const root = freshRoot()
  for (const path of ['etc/kubernetes', 'etc/cni/net.d', 'var/lib/kubelet', 'etc/docker', 'usr/bin']) {
    mkdirSync(join(root, path), {recursive: true})
    chownSync(join(root, path), 0, 0)
    chmodSync(join(root, path), 0o700)
  }
  const {status, findings, stderr} = check(root, ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'])
  t.is(status, 3, stderr)
  const reasons = findings.filter(({outcome}) => outcome === 'unknown').map(({reason}) => reason ?? '')
  t.true(
    reasons.some((reason) => /permission denied/.test(reason)),
    reasons.join('\n'),
  )
})

/** Wall time is no measure on a busy machine; the processor time of the program is. */
const maxMs = 2000

function check(root: string, by: readonly string[] = []) {
  const script = [
    'import json, resource, subprocess, sys',
    'done = subprocess.run(sys.argv[1:], capture_output=True, timeout=60)',
    'used = resource.getrusage(resource.RUSAGE_CHILDREN)',
    'print(json.dumps({"status": done.returncode, "stdout": done.stdout.decode(), "stderr": done.stderr.decode(),',
    '  "ms": round((used.ru_utime + used.ru_stime) * 1000), "peakMiB": used.ru_maxrss // 1024}))',
  ].join('\n')
  const argv = ['-c', script, ...by, program, 'check', '--root', root, '-o', 'json']
  const ran = JSON.parse(execFileSync('python3', argv, {encoding: 'utf8', maxBuffer: 2 ** 28})) as {
    readonly status: number
    readonly stdout: string
    readonly stderr: string
    readonly ms: number
    readonly peakMiB: number
  }
  const findings = ran.stdout === '' ? [] : (JSON.parse(ran.stdout) as {findings: readonly Finding[]}).findings
  return {...ran, findings}
}

let roots = 0
function freshRoot(): string {
  const root = join(folder, `root-${++roots}`)
  mkdirSync(join(root, 'etc'), {recursive: true})
  return root
}

/** Whether something planted earlier lies where this path or its directory has to be. */
function isInTheWay(root: string, path: string): boolean {
  for (let at = join(root, path, '..'); at !== root && at.length > root.length; at = join(at, '..')) {
    if (existsSync(at) && !statSync(at).isDirectory()) return true
  }
  return lstatSync(join(root, path), {throwIfNoEntry: false}) !== undefined
}

function fill(root: string, directories: readonly string[], count: number): void {
  for (const directory of directories) {
    mkdirSync(join(root, directory), {recursive: true})
    execFileSync('sh', ['-c', `seq -f 'f%g.conf' ${count} | xargs touch`], {cwd: join(root, directory)})
  }
}

/** The files that the collectors read on a typical node and on an empty one, whether they are there or not. */
async function askedPaths(): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (const files of [typicalNode.files ?? {}, {}]) {
    const {host} = recordHost(snapshotHost({...typicalNode, files}))
    const noting = {
      ...host,
      readFile: (path: string) => {
        paths.add(path)
        return host.readFile(path)
      },
      readHead: (path: string, bytes: number) => {
        paths.add(path)
        return host.readHead(path, bytes)
      },
    }
    const store = new FactStore(collectors, noting)
    await Promise.all(collectors.map((collector) => store.collect(collector)))
  }
  return [...paths].filter((path) => !/^\/(?:proc|sys)\//.test(path)).sort()
}
