import test from 'ava'
import {targetOf, unfollowed} from '../../src/cli/inventory-target.ts'
import {UserError} from '../../src/errors.ts'

const host = (name: string, variables: Readonly<Record<string, string>>) => ({
  name,
  variables: new Map(Object.entries(variables)),
})

test('how ssh reaches a host', (t) => {
  t.deepEqual(targetOf(host('n1', {}), ''), {name: 'n1'})
  t.deepEqual(
    targetOf(
      host('n1', {
        ansible_ssh_host: '10.0.0.1',
        ansible_port: '2222',
        ansible_user: 'core',
        ansible_ssh_private_key_file: '~/.ssh/lab key',
        ansible_ssh_extra_args: '-v',
        ansible_ssh_common_args: "-o ProxyCommand='ssh -W %h:%p bastion'",
        ansible_connection: 'ansible.builtin.ssh',
        colour: '{{ red }}',
      }),
      '',
    ),
    {
      name: 'n1',
      address: '10.0.0.1',
      port: '2222',
      user: 'core',
      options: ['-o', 'ProxyCommand=ssh -W %h:%p bastion', '-v', '-i', '~/.ssh/lab key'],
    },
  )
  t.is(targetOf(host('n1', {ansible_connection: 'local'}), '').connection, 'local')
})

test('what is no host, no port, no command line or a template is refused', (t) => {
  const refusal = (variables: Readonly<Record<string, string>>) =>
    t.throws(() => targetOf(host('n1', variables), 'hosts.ini: '), {instanceOf: UserError})?.message
  t.is(refusal({ansible_host: '-oProxyCommand=x'}), "hosts.ini: '-oProxyCommand=x' is no host")
  t.is(refusal({ansible_port: 'ssh'}), "hosts.ini: 'ssh' is no port of n1")
  t.is(refusal({ansible_ssh_args: "-o 'x"}), "hosts.ini: ansible_ssh_args of n1: the quote ' is not closed")
  t.is(refusal({ansible_host: '{{ ip }}'}), "hosts.ini: '{{ ip }}' of n1 is a template, which only Ansible fills in")
})

test('what Ansible would do besides is said', (t) => {
  const hosts = [
    host('a', {ansible_become: 'true', ansible_password: 'x'}),
    host('b', {ansible_become: 'no', ansible_password: 'y', ansible_python_interpreter: '/usr/bin/python3'}),
  ]
  const password = 'ansible_password of 2 hosts is not followed: ssh logs in by keys and agents'
  t.deepEqual(unfollowed(hosts, false), [
    'ansible_become of 1 host is not followed: --become "sudo -n" makes the shells root',
    password,
  ])
  t.deepEqual(unfollowed(hosts, true), [password])
})
