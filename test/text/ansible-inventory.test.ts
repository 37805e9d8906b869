import test from 'ava'
import {parseAnsibleInventory} from '../../src/text/ansible-inventory.ts'

/** The hosts with their variables as plain objects, or the problem. */
function read(text: string): unknown {
  const parsed = parseAnsibleInventory(text)
  if (!parsed.ok) return parsed.problem
  return Object.fromEntries(parsed.value.map(({name, variables}) => [name, Object.fromEntries(variables)]))
}

test('hosts of all groups, once, with ranges spelled out', (t) => {
  const inventory = `# the lab
lonely
[workers]
node[01:03].example.org ansible_user=core ; trailing
db-[a:b] ansible_host=10.0.0.9 ansible_port=2222
far.example.org:2022

[workers:vars]
ansible_user = "admin"
[control]
cp1 ansible_ssh_host=10.0.0.1
node01.example.org
[all:vars]
ansible_port=22
`
  t.deepEqual(read(inventory), {
    lonely: {ansible_port: '22'},
    'node01.example.org': {ansible_port: '22', ansible_user: 'core'},
    'node02.example.org': {ansible_port: '22', ansible_user: 'core'},
    'node03.example.org': {ansible_port: '22', ansible_user: 'core'},
    'db-a': {ansible_host: '10.0.0.9', ansible_port: '2222', ansible_user: 'admin'},
    'db-b': {ansible_host: '10.0.0.9', ansible_port: '2222', ansible_user: 'admin'},
    'far.example.org': {ansible_port: '2022', ansible_user: 'admin'},
    cp1: {ansible_port: '22', ansible_ssh_host: '10.0.0.1'},
  })
})

test('groups of groups: the inner one wins, then the priority, then the later name', (t) => {
  const inventory = `[z]
a
[b]
a
b ansible_user=own
[c]
c
[cluster:children]
z
c
[cluster:vars]
ansible_user=outer
ansible_ssh_private_key_file=~/.ssh/cluster
[z:vars]
ansible_user=z
[b:vars]
ansible_user=b
[c:vars]
ansible_port=9
`
  t.deepEqual(read(inventory), {
    a: {ansible_user: 'z', ansible_ssh_private_key_file: '~/.ssh/cluster'},
    b: {ansible_user: 'own'},
    c: {ansible_user: 'outer', ansible_ssh_private_key_file: '~/.ssh/cluster', ansible_port: '9'},
  })
  const prior = inventory.replace('[z]', '[x]').replace('[z:vars]', '[x:vars]').replace('\nz\nc', '\nc')
  t.like(read(`${prior}[b:vars]\nansible_group_priority=0\n`), {a: {ansible_user: 'z'}})
  t.like(read(`${prior}[b:vars]\nansible_group_priority=2\n`), {a: {ansible_user: 'b'}})
  t.like(read('[a:children]\nb\n[b:children]\na\n[b]\nhost\n[a:vars]\nansible_user=x\n'), {host: {ansible_user: 'x'}})
})

test('YAML, and the JSON of ansible-inventory --list', (t) => {
  const yaml = `# of the cloud
all:
  vars: {ansible_user: core}
  hosts:
    lonely:
  children:
    workers:
      hosts:
        node[1:2]:
          ansible_port: 2222
        node2: {ansible_host: 10.0.0.2}
      vars:
        ansible_user: admin
    empty:
`
  t.deepEqual(read(yaml), {
    lonely: {ansible_user: 'core'},
    node1: {ansible_user: 'admin', ansible_port: '2222'},
    node2: {ansible_user: 'admin', ansible_port: '2222', ansible_host: '10.0.0.2'},
  })
  const json = JSON.stringify({
    _meta: {hostvars: {n1: {ansible_host: '10.0.0.1', list: [1]}}},
    all: {children: ['ungrouped', 'workers']},
    workers: {hosts: ['n1', 'n2']},
  })
  t.deepEqual(read(json), {n1: {ansible_host: '10.0.0.1'}, n2: {}})
})

test('mistakes are refused with their place', (t) => {
  t.like(read('a\nb ansible_user="x\n'), {line: 2})
  t.like(read('all:\n  hosts:\n    a: {\n'), {line: 4})
  t.deepEqual(read('workers:\n  hosts: node1\n'), {
    message: "the group 'workers' must be a mapping with hosts, vars and children",
    line: 2,
    column: 3,
  })
  t.like(read('---\n- a\n- b\n'), {line: 2})
})

test('what Ansible would refuse is refused: no host is lost, none is made up', (t) => {
  const refused: readonly [inventory: string, line: number, message: RegExp][] = [
    ['a\nn[3:1]\n', 2, /^the range in 'n\[3:1\]' is empty$/],
    ['n[1:20000]\n', 1, /^'n\[1:20000\]' stands for more than 10000 hosts$/],
    ['n[1:9999][1:9999]\n', 1, /more than 10000 hosts$/],
    ['n[1:\n', 1, /no host: a range is written/],
    ['[w\nn1\n', 1, /^'\[w' is no host/],
    ['a\nn1:\n', 2, /a port is missing/],
    ['[w:varz]\na=b\n', 1, /^a section is \[w\], \[w:vars\] or \[w:children\]$/],
    ['[w]\nn1 ansible_host = 10.0.0.1\n', 2, /^'ansible_host' is no setting of n1/],
    ['[w]\nn1\n[w:vars]\nansible_user root\n', 4, /^'ansible_user root' is no variable/],
    ['n1\n[workers:vars]\nansible_user=root\n', 2, /^there is no group 'workers'$/],
    ['[w]\nn1\n[all:children]\nw\nwrokers\n', 5, /^there is no group 'wrokers'$/],
    ['all:\n  hosts:\n    a:\n    n[2:1]:\n', 4, /is empty$/],
  ]
  for (const [inventory, line, message] of refused) {
    const problem = read(inventory) as {message: string; line: number}
    t.regex(problem.message, message, inventory)
    t.is(problem.line, line, inventory)
  }
})

test('comments, quotes and addresses', (t) => {
  const inventory = `[w]
n1 ansible_ssh_extra_args='-o ProxyCommand="nc -x a ; b # c" -v' # why
[2001:db8::1]:2222
2001:db8::2
n[a:b][1:2]
[w:vars]
ansible_user="core" # the image's
ansible_port=22 # not 2222
`
  t.deepEqual(read(inventory), {
    n1: {ansible_user: 'core', ansible_port: '22', ansible_ssh_extra_args: '-o ProxyCommand="nc -x a ; b # c" -v'},
    '2001:db8::1': {ansible_user: 'core', ansible_port: '2222'},
    ...Object.fromEntries(
      ['2001:db8::2', 'na1', 'na2', 'nb1', 'nb2'].map((name) => [name, {ansible_user: 'core', ansible_port: '22'}]),
    ),
  })
})
