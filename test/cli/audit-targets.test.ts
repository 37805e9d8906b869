import {join} from 'node:path'
import test from 'ava'
import {cli, folder} from './harness.ts'

test('what names no host is refused with its place, and nothing is asked', async (t) => {
  const root = await folder({
    empty: '# nobody\n\n',
    'hosts.ini': '[workers]\nnode-1\n',
    settings: 'node-1\nnode-2 ansible_host=10.0.0.2\n',
    list: 'node-[1-3]\n',
    'none.ini': '[workers]\n',
  })
  const at = (name: string): string => join(root, name)
  const refused: readonly [argv: readonly string[], message: RegExp][] = [
    [['--hosts', at('empty')], /^--hosts: \S+empty names no host$/],
    [['--hosts', at('hosts.ini')], /hosts\.ini:1: this is a line of an inventory \(which --inventory reads\)$/],
    [['--hosts', at('settings')], /settings:2: this is a line of an inventory/],
    [['--hosts', at('list')], /list:1: 'node-\[1-3\]' is no host \(.*ranges are for --inventory\)$/],
    [['--inventory', at('none.ini')], /^--inventory: \S+none\.ini names no host$/],
    [['[::1]'], /^'\[::1\]' is no host \(addresses stand without brackets/],
    [['root@'], /^'root@' is no host/],
    [['@node-1'], /^'@node-1' is no host/],
    [['node-1', '--timeout', '0s'], /^--timeout: '0s' is no time for a host \(from 1ms to 24h\)$/],
    [['node-1', '--timeout', '9999h'], /^--timeout: '9999h' is no time/],
    [['node-1', '-o', 'json=a', '-o', 'html=a'], /^two reports of --output go to a$/],
  ]
  for (const [argv, message] of refused) {
    const {code, out, err} = await cli('audit', '--ssh', 'false', ...argv)
    t.deepEqual([code, out], [2, ''], argv.join(' '))
    t.regex(err.trimEnd().replace('node-preflight: ', ''), message)
  }
})
