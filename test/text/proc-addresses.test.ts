import test from 'ava'
import {parseFibTrie, parseIfInet6} from '../../src/text/proc-addresses.ts'

const trie = `Main:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/8 2 0 2
           |-- 127.0.0.1
              /32 host LOCAL
        +-- 192.0.2.0/30 2 0 2
           |-- 192.0.2.0
              /24 link UNICAST
           |-- 192.0.2.2
              /32 host LOCAL
        |-- 192.0.2.255
           /32 link BROADCAST
Local:
           |-- 192.0.2.2
              /32 host LOCAL
`

test('finds the local addresses of the trie, each once', (t) => {
  t.deepEqual(parseFibTrie(trie), ['127.0.0.1', '192.0.2.2'])
  t.deepEqual(parseFibTrie('|-- 10.0.0.0\n   /24 link UNICAST\n'), [])
})

test('reads IPv6 addresses with their prefix and scope', (t) => {
  const text = `00000000000000000000000000000001 01 80 10 80       lo
fe8000000000000000fc00fffe000001 04 40 20 80     eth0
fd000000000000000000000000000002 04 40 00 82     eth0
garbage
`
  t.deepEqual(
    parseIfInet6(text).map(({device, block, scope}) => [device, block.address, block.canonical, scope]),
    [
      ['lo', '::1', '::1/128', 'host'],
      ['eth0', 'fe80::fc:ff:fe00:1', 'fe80::/64', 'link'],
      ['eth0', 'fd00::2', 'fd00::/64', 'global'],
    ],
  )
})
