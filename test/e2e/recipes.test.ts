import {readdirSync, readFileSync} from 'node:fs'
import {mkdir, readlink, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import {adapted, ended, executable, folderWith, judge, recipe, rootOf} from './recipe-lab.ts'
import {startSshd} from './sshd.ts'

const good = await rootOf('ubuntu-24.04-kubeadm-containerd-flannel')
const bad = await rootOf('centos-7-seed-postmortem')
const roots = [
  [good, 0],
  [bad, 1],
] as const

test('systemd takes the unit, and it holds up the kubelet only when asked to', async (t) => {
  const root = await folderWith()
  const units = join(root, 'etc/systemd/system')
  await mkdir(units, {recursive: true})
  const unit = adapted(recipe('systemd'), {'/usr/local/bin/node-preflight': executable})
  const services = [...unit.matchAll(/^#RequiredBy=(.*)$/gm)].map(([, name = '']) => name)
  t.deepEqual([...unit.matchAll(/^Before=(.*)$/gm)].flatMap(([, names = '']) => names.split(' ')).sort(), [
    ...services.sort(),
  ])
  t.notRegex(unit, /^ExecCondition=/m)
  for (const name of services) await writeFile(join(units, name), '[Service]\nExecStart=/bin/true\n')
  const enabled = async (text: string) => {
    await writeFile(join(units, 'node-preflight.service'), text)
    t.deepEqual(ended(['systemd-analyze', 'verify', join(units, 'node-preflight.service')]), {code: 0, text: ''})
    t.is(ended(['systemctl', `--root=${root}`, 'reenable', 'node-preflight.service']).code, 0)
    const links = await Promise.allSettled(
      ['multi-user.target.wants', 'kubelet.service.requires'].map((folder) =>
        readlink(join(units, folder, 'node-preflight.service')),
      ),
    )
    return links.map(({status}) => status === 'fulfilled')
  }
  t.deepEqual(await enabled(unit), [true, false])
  t.deepEqual(await enabled(unit.replace('#RequiredBy=kubelet', 'RequiredBy=kubelet')), [true, true])
})

test('packer fails the build of a bad root, passes a good one, and keeps the reports of both', async (t) => {
  const folder = await folderWith({'root.pkr.hcl': recipe('packer-root')})
  for (const [root, code] of roots) {
    const reports = await folderWith()
    const built = packer({executable, root, reports}, join(folder, 'root.pkr.hcl'))
    t.is(built.code, code, built.text)
    t.regex(built.text, code === 0 ? /null\.root: PASS: / : /null\.root: FAIL: /)
    t.is(JSON.parse(readFileSync(join(reports, 'node-preflight.json'), 'utf8')).verdict, code === 0 ? 'pass' : 'fail')
    t.regex(readFileSync(join(reports, 'node-preflight.xml'), 'utf8'), /<testsuites /)
  }
})

test('packer checks a machine over ssh, brings the report back and leaves nothing', async (t) => {
  const sshd = await startSshd(20_000 + (process.pid % 10_000))
  t.teardown(() => sshd.stop())
  const local = await folderWith({'machine.pkr.hcl': recipe('packer')})
  for (const [root, code] of roots) {
    const far = await folderWith()
    const report = join(local, `${code}.xml`)
    const machine = {
      executable,
      port: String(sshd.port),
      key: join(sshd.folder, 'key'),
      path: join(far, 'check'),
      report,
    }
    const built = packer({...machine, options: `--root ${root}`}, join(local, 'machine.pkr.hcl'))
    t.is(built.code, code, built.text)
    t.regex(readFileSync(report, 'utf8'), code === 0 ? / failures="0"/ : / failures="[1-9]/)
    t.deepEqual(readdirSync(far), [])
  }
})

function packer(variables: Readonly<Record<string, string>>, template: string) {
  const flags = Object.entries(variables).flatMap(([name, value]) => ['-var', `${name}=${value}`])
  return ended(['packer', 'build', '-color=false', ...flags, template], {CHECKPOINT_DISABLE: '1'})
}

test('ansible changes nothing, passes a good host and tells what a bad one has', async (t) => {
  const folder = await folderWith({'play.yaml': recipe('ansible')})
  const play = (root: string, ...more: readonly string[]) => {
    const variables = JSON.stringify({
      node_preflight_executable: executable,
      node_preflight_become: false,
      node_preflight_options: `--root ${root}`,
    })
    const inventory = ['-i', 'localhost,', '-c', 'local', '-e', variables]
    return ended(['ansible-playbook', ...inventory, ...more, join(folder, 'play.yaml')])
  }
  for (const more of [[], ['--check']]) {
    const passed = play(good, ...more)
    t.is(passed.code, 0, passed.text)
    t.regex(passed.text, /"msg": "pass"[\s\S]*ok=3 +changed=0 +unreachable=0 +failed=0/)
  }
  const failed = play(bad)
  t.is(failed.code, 2)
  t.regex(
    failed.text,
    /"error pod-cidr-overlaps-service-cidr: pods 10\.0\.0\.0\/12 \/ services 10\.0\.0\.0\/16: [\s\S]*changed=0 +unreachable=0 +failed=1/,
  )
})

test('the schemas of Kubernetes accept the manifests', async (t) => {
  for (const name of ['daemonset', 'npd']) {
    const folder = await folderWith({'manifest.yaml': recipe(name)})
    const judged = ended([judge('kubernetes-validate'), '--strict', join(folder, 'manifest.yaml')])
    t.is(judged.code, 0, judged.text)
    const wrong = recipe(name).replace(/^metadata:$/m, 'metadata:\n  nmae: x')
    await writeFile(join(folder, 'manifest.yaml'), wrong)
    t.not(ended([judge('kubernetes-validate'), '--strict', join(folder, 'manifest.yaml')]).code, 0)
  }
})
