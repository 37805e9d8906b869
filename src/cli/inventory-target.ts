import {UserError} from '../errors.ts'
import type {InventoryHost} from '../text/ansible-groups.ts'
import {splitWords} from '../text/shell-words.ts'

/** A host to audit: its name, and how it is reached where that is said. */
export interface Target {
  readonly name: string
  readonly address?: string
  readonly port?: string
  readonly user?: string
  /** Options of ssh. */
  readonly options?: readonly string[]
  /** How Ansible would connect to it, where not by ssh. */
  readonly connection?: string
}

/** A host of an inventory by the variables that Ansible reaches it by; those with `ssh_` are the older names of the same. */
export function targetOf({name, variables}: InventoryHost, where: string): Target {
  const of = (key: string) => variables.get(`ansible_${key}`) ?? variables.get(`ansible_ssh_${key}`)
  const [address, port, user, key] = [of('host'), of('port'), of('user'), of('private_key_file')]
  const connection = variables.get('ansible_connection')?.replace(/^ansible\.(?:builtin|netcommon|posix)\./, '')
  const options = [
    ...['args', 'common_args', 'extra_args'].flatMap((arg) => words(name, `ansible_ssh_${arg}`, variables, where)),
    ...(key === undefined ? [] : ['-i', filled(name, key, where)]),
  ]
  return checkedTarget(
    {
      name,
      ...(address === undefined ? {} : {address}),
      ...(port === undefined ? {} : {port}),
      ...(user === undefined ? {} : {user}),
      ...(options.length === 0 ? {} : {options}),
      ...(connection === undefined || bySsh.has(connection) ? {} : {connection}),
    },
    where,
  )
}

const bySsh = new Set(['ssh', 'smart', 'paramiko', 'paramiko_ssh', 'libssh'])

/** Refuses what ssh, or a person who reads the report, could take for something else than a host. */
export function checkedTarget(target: Target, where: string): Target {
  const {name, address = name, user = '', port = '22'} = target
  for (const text of [address, user, port]) filled(name, text, where)
  const wrong = [name, address, user].find((text) => /^-|[\s\p{Cc}]|^@|@$/u.test(text) || text.length > 255)
  if (wrong !== undefined || name === '' || address === '') {
    throw new UserError(`${where}'${wrong ?? ''}' is no host`, {
      hint: 'a name, an address or user@host; options go into --ssh',
    })
  }
  if (/[[\]]/.test(address)) {
    throw new UserError(`${where}'${address}' is no host`, {
      hint: 'addresses stand without brackets, a port as in ssh://node-1:2222, and ranges are for --inventory',
    })
  }
  if (!/^\d{1,5}$/.test(port)) throw new UserError(`${where}'${port}' is no port of ${name}`)
  return target
}

/** What of an inventory is not done although Ansible would: one sentence a variable. */
export function unfollowed(hosts: readonly InventoryHost[], becomes: boolean): readonly string[] {
  const counts = new Map<string, number>()
  for (const {variables} of hosts) {
    for (const [key, value] of variables) {
      const isAsked = becoming.test(key) ? !becomes && !/^(?:false|no|off|0)$/i.test(value) : secret.test(key)
      if (isAsked) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return [...counts].map(([key, count]) => {
    const instead = becoming.test(key) ? '--become "sudo -n" makes the shells root' : 'ssh logs in by keys and agents'
    return `${key} of ${count} ${count === 1 ? 'host' : 'hosts'} is not followed: ${instead}`
  })
}

const becoming = /^ansible_(?:become|sudo|su)$/
const secret = /^ansible_(?:ssh_)?(?:pass|password|private_key_passphrase|private_key)$/

function words(name: string, key: string, variables: InventoryHost['variables'], where: string): readonly string[] {
  const split = splitWords(filled(name, variables.get(key) ?? '', where))
  if (split.ok) return split.value
  throw new UserError(`${where}${key} of ${name}: ${split.problem.message}`)
}

function filled(name: string, text: string, where: string): string {
  if (!text.includes('{{')) return text
  throw new UserError(`${where}'${text}' of ${name} is a template, which only Ansible fills in`, {
    hint: 'write the value, or name the hosts in a file of --hosts and the rest in ~/.ssh/config',
  })
}
