import test from 'ava'
import {parseAnsibleInventory} from '../../src/text/ansible-inventory.ts'

const inventory = `# the lab
lonely
[workers]
node[01:03].example.org ansible_user=core ; trailing
db-[a:b] ansible_host=10.0.0.9 ansible_port=2222

[workers:vars]
ansible_user = "admin"
[control]
cp1 ansible_ssh_host=10.0.0.1
node01.example.org
[all:vars]
ansible_port=22
[cluster:children]
workers
control
`

test('hosts of all groups, once, with ranges spelled out and what ssh needs', (t) => {
  const parsed = parseAnsibleInventory(inventory)
  t.true(parsed.ok)
  t.deepEqual(parsed.ok ? parsed.value : [], [
    {name: 'lonely', port: '22'},
    {name: 'node01.example.org', port: '22', user: 'core'},
    {name: 'node02.example.org', port: '22', user: 'core'},
    {name: 'node03.example.org', port: '22', user: 'core'},
    {name: 'db-a', address: '10.0.0.9', port: '2222', user: 'admin'},
    {name: 'db-b', address: '10.0.0.9', port: '2222', user: 'admin'},
    {name: 'cp1', address: '10.0.0.1', port: '22'},
  ])
})

test('an open quote is refused with its line', (t) => {
  const parsed = parseAnsibleInventory('a\nb ansible_user="x\n')
  t.is(parsed.ok ? 0 : parsed.problem.line, 2)
})
