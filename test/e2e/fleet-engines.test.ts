import {readdirSync, readFileSync} from 'node:fs'
import {mkdir, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'
import type {Report} from '../../src/check/report.ts'
import {adapted, documentsOf, ended, executable, folderWith, judge, recipe, rootOf} from './recipe-lab.ts'
import {startSshd} from './sshd.ts'

const good = await rootOf('ubuntu-24.04-kubeadm-containerd-flannel')
const bad = await rootOf('centos-7-seed-postmortem')

/** The program as it would be on a host with this root. */
const on = (root: string): string => `#!/bin/sh\nexec ${executable} "$@" --root ${root}\n`

test('the Ansible role gathers what an audit folds, changes nothing twice, and leaves nothing behind', async (t) => {
  const folder = await folderWith({good: on(good), bad: on(bad)})
  const at = (...names: readonly string[]): string => join(folder, ...names)
  await Promise.all(['roles/node_preflight/tasks', 'far', 'tmp'].map((name) => mkdir(at(name), {recursive: true})))
  await writeFile(at('roles/node_preflight/tasks/main.yml'), recipe('ansible-role'))
  const play = /^# {3}- hosts: all\n(# {5}.*\n)+/m.exec(recipe('ansible-role'))?.[0].replace(/^# {3}/gm, '') ?? ''
  await writeFile(at('audit.yaml'), adapted(play, {'become: true': 'become: false'}))
  await writeFile(
    at('inventory'),
    `good node_preflight_source=${at('good')}
bad node_preflight_source=${at('bad')}
[all:vars]
ansible_connection=local
node_preflight_executable=${at('far')}/{{ inventory_hostname }}
`,
  )
  const ran = (...more: readonly string[]) =>
    ended(['ansible-playbook', '-i', at('inventory'), ...more, at('audit.yaml')], {TMPDIR: at('tmp')})
  const recap = (text: string): readonly string[] =>
    [...text.matchAll(/changed=(\d+) +unreachable=0 +failed=(\d+)/g)].map(
      ([, changed, failed]) => `${changed} ${failed}`,
    )

  t.deepEqual(recap(ran('--check').text), ['1 0', '1 0'])
  t.deepEqual(readdirSync(at('far')), [])
  const first = ran()
  t.is(first.code, 0, first.text)
  t.deepEqual(recap(first.text), ['1 0', '1 0'])
  t.deepEqual(recap(ran().text), ['0 0', '0 0'])
  t.deepEqual(readdirSync(at('tmp')), [])
  const verdict = (name: string): string =>
    (JSON.parse(readFileSync(at('node-preflight/reports', `${name}.json`), 'utf8')) as Report).verdict
  t.deepEqual([verdict('good'), verdict('bad')], ['pass', 'fail'])

  await writeFile(at('inventory'), 'good ansible_host=127.0.0.1 ansible_port=1\nbad ansible_connection=local\n')
  t.is(ran('--limit', 'good').code, 4)
  const audit = ended([executable, 'audit', '--from', at('node-preflight/snapshots'), '-o', `json=${at('fleet.json')}`])
  t.is(audit.code, 1, audit.text)
  const {hosts} = JSON.parse(readFileSync(at('fleet.json'), 'utf8')) as FleetReport
  t.deepEqual(
    hosts.map(({name}) => name),
    ['bad'],
  )
})

interface SonobuoyPlugin {
  readonly 'sonobuoy-config': {
    readonly driver: string
    readonly 'plugin-name': string
    readonly 'result-format': string
  }
  readonly spec: {readonly command: readonly string[]; readonly args: readonly string[]}
  readonly podSpec: {readonly volumes: readonly unknown[]; readonly containers: readonly unknown[]}
}

test('the Sonobuoy plugin names its results in the file done, also where the check cannot run', async (t) => {
  const [plugin] = documentsOf('sonobuoy') as readonly SonobuoyPlugin[]
  const {command = [], args = []} = plugin?.spec ?? {}
  t.like(plugin?.['sonobuoy-config'], {driver: 'DaemonSet', 'result-format': 'junit'})
  const broken = await folderWith({'node-preflight': '#!/bin/sh\necho out of order >&2\nexit 4\n'})
  const runs = [
    [`${executable} check --root ${good}`, ['report.json', 'report.txt', 'report.xml'], 'pass'],
    [`${executable} check --root ${bad}`, ['report.json', 'report.txt', 'report.xml'], 'fail'],
    [`${join(broken, 'node-preflight')} check`, ['messages.txt'], undefined],
  ] as const
  for (const [check, files, verdict] of runs) {
    const [results, unpacked] = [await folderWith(), await folderWith()]
    const script = adapted(args.join(), {
      '/host /usr/local/bin/node-preflight check': `/ ${check}`,
      'sleep 3600 & wait $!': 'exit',
    })
    const ran = ended(['busybox', ...command, script], {SONOBUOY_RESULTS_DIR: results})
    t.is(ran.code, 0, ran.text)
    const done = readFileSync(join(results, 'done'), 'utf8')
    t.is(done, join(results, 'node-preflight.tar.gz'))
    t.is(ended(['tar', '-xzf', done, '-C', unpacked]).code, 0)
    t.deepEqual(readdirSync(unpacked).sort(), files)
    if (verdict === undefined) {
      t.is(readFileSync(join(unpacked, 'messages.txt'), 'utf8'), 'out of order\n')
      continue
    }
    t.is(JSON.parse(readFileSync(join(unpacked, 'report.json'), 'utf8')).verdict, verdict)
    const schema = ['xmllint', '--noout', '--schema', 'test/reporters/schemas/junit.xsd', join(unpacked, 'report.xml')]
    t.is(ended(schema).code, 0)
  }
})

test('Kubernetes accepts the DaemonSet that Sonobuoy makes of the plugin', async (t) => {
  const [plugin] = documentsOf('sonobuoy') as readonly SonobuoyPlugin[]
  const labels = {'sonobuoy-run': 'x'}
  const volumes = [...(plugin?.podSpec.volumes ?? []), {name: 'results', emptyDir: {}}]
  const daemonSet = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {name: 'sonobuoy-node-preflight'},
    spec: {
      selector: {matchLabels: labels},
      template: {metadata: {labels}, spec: {...plugin?.podSpec, volumes, containers: [plugin?.spec]}},
    },
  }
  const folder = await folderWith({'manifest.yaml': JSON.stringify(daemonSet)})
  const judged = ended([judge('kubernetes-validate'), '--strict', join(folder, 'manifest.yaml')])
  t.is(judged.code, 0, judged.text)
})

test('clush folds the reports of nodes that are alike, whatever they are called, and shows the odd one', async (t) => {
  const sshd = await startSshd(20_000 + (process.pid % 10_000))
  t.teardown(() => {
    sshd.stop()
    return rm(sshd.folder, {recursive: true})
  })
  const folder = await folderWith({
    'node-preflight': `#!/bin/sh
case $SSH_CONNECTION in
*127.0.0.5*) exec ${executable} "$@" --root ${bad} ;;
*) exec unshare --uts --net --pid --fork --mount-proc "$0.node" "$@" ;;
esac
`,
    // A host of its own name, where dockerd has a number of its own.
    'node-preflight.node': `#!/bin/bash
read -r _ _ address _ <<<"$SSH_CONNECTION"
hostname "node-\${address##*.}"
for _ in $(seq "\${address##*.}"); do /bin/true; done
(exec -a dockerd sleep 60) &
${executable} "$@"
code=$?
kill $!
exit $code
`,
  })
  const check = [join(folder, 'node-preflight'), 'check', '-q', '--no-color']
  const clush = ended(['clush', '-b', '-o', `-F ${sshd.config}`, '-w', '127.0.0.[2-6]', ...check])
  const heads = [...clush.text.matchAll(/^-+\n(.*)\n-+$/gm)].map(([, nodes]) => nodes)
  t.deepEqual(heads.toSorted(), ['127.0.0.5', '127.0.0.[2-4,6] (4)'], clush.text)
  t.regex(clush.text, /^FAIL: /m)
  t.regex(clush.text, /\/proc\/PID\/cmdline/)

  const out = join(folder, 'out')
  const nodes = '127.0.0.2 127.0.0.3 127.0.0.4 127.0.0.5 127.0.0.6'
  ended(['parallel-ssh', '-x', `-F ${sshd.config}`, '-H', nodes, '-o', out, check.join(' ')])
  const folded = ended(['sh', '-c', 'sha256sum * | sort | uniq -c -w 64'], {}, out)
  t.deepEqual(
    folded.text
      .match(/^ +\d+/gm)
      ?.map(Number)
      .toSorted(),
    [1, 4],
  )
})
