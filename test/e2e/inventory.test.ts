import {execFileSync, spawnSync} from 'node:child_process'
import {copyFile, mkdir, rm, writeFile} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import test from 'ava'
import type {FleetReport} from '../../src/check/fleet-report.ts'
import {parseAnsibleInventory} from '../../src/text/ansible-inventory.ts'
import {startSshd} from './sshd.ts'

const sshd = await startSshd(20_000 + (process.pid % 10_000))
const work = join(sshd.folder, 'work')
await mkdir(work)
test.after.always(() => {
  sshd.stop()
  return rm(sshd.folder, {recursive: true})
})

/** ssh is told nothing but by the inventory. */
function audit(inventory: string): FleetReport {
  const argv = ['audit', '--ssh', 'ssh -F none', '--inventory', inventory, '--only', 'identity', '-o', 'json']
  const {stdout, stderr} = spawnSync(resolve('dist/node-preflight'), argv, {cwd: work, encoding: 'utf8'})
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test('hosts are reached as Ansible would: keys, options and connections of the inventory', async (t) => {
  await copyFile(join(sshd.folder, 'key'), join(work, 'lab key'))
  await writeFile(
    join(work, 'hosts.ini'),
    `here ansible_connection=local
board ansible_connection=winrm
[workers]
node-[2:3] ansible_host=127.0.0.2
strange ansible_host=127.0.0.3 ansible_ssh_common_args='-o StrictHostKeyChecking=yes -o UserKnownHostsFile=/dev/null'
[lab:children]
workers
[lab:vars]
ansible_port=${sshd.port}
ansible_user=root
ansible_become=true
ansible_ssh_private_key_file='lab key'
ansible_ssh_common_args='-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR'
`,
  )
  const report = audit('hosts.ini')
  t.deepEqual(
    report.hosts.map(({name}) => name),
    ['here', 'node-2', 'node-3'],
  )
  const reasons = report.unreachable.map(({name, reason}) => [name, reason.split('\n').at(-1)])
  t.deepEqual(reasons[0], ['board', 'its ansible_connection is winrm, not ssh'])
  t.regex(reasons[1]?.join(' ') ?? '', /^strange .*Host key verification failed\.$/)
  t.deepEqual(report.notices, [
    {
      about: 'configuration',
      message: 'ansible_become of 3 hosts is not followed: --become "sudo -n" makes the shells root',
      source: {file: 'hosts.ini'},
    },
    {
      about: 'configuration',
      message:
        'here and node-[2-3] seem to be one machine, as they have one boot id, name, machine id and MAC address: name it once',
    },
  ])
})

test('an inventory means what ansible-inventory says, which is an inventory itself', async (t) => {
  const inventory = `lonely
[inner]
a
n[08:10:2]
[beside]
a
b ansible_user=own
[third]
far.example.org:2200 ansible_ssh_extra_args="-o 'ProxyCommand=ssh -W %h:%p b'"
[outer:children]
inner
third
[outer:vars]
ansible_user=outer
ansible_host="10.0.0.1"
[inner:vars]
ansible_user=inner
[beside:vars]
ansible_user=beside
ansible_group_priority=5
ansible_ssh_common_args='-o ProxyJump=bastion'
[all:vars]
ansible_port=22
`
  const file = join(work, 'groups.ini')
  await writeFile(file, inventory)
  const listed = (...more: readonly string[]) =>
    execFileSync('ansible-inventory', ['-i', file, '--list', ...more], {encoding: 'utf8'})
  const variablesOf = (text: string) => {
    const parsed = parseAnsibleInventory(text)
    const hosts = parsed.ok ? parsed.value : []
    return new Map(
      hosts.map(({name, variables}) => [
        name,
        Object.fromEntries([...variables].filter(([key]) => key !== 'ansible_group_priority')),
      ]),
    )
  }
  const {hostvars} = (JSON.parse(listed()) as {_meta: {hostvars: Record<string, Record<string, unknown>>}})._meta
  const wanted = new Map(
    Object.entries(hostvars).map(([name, variables]) => [
      name,
      Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    ]),
  )
  t.is(wanted.size, 6)
  for (const text of [inventory, listed(), listed('-y')]) {
    const known = variablesOf(text)
    t.deepEqual([...known.keys()].sort(), [...wanted.keys()].sort())
    for (const [name, variables] of wanted) t.deepEqual(known.get(name), variables, name)
  }
})
