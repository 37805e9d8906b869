import test from 'ava'
import {parseResolvConf} from '../../src/text/resolv-conf.ts'

test('the kubelet takes the last search and options line and ignores domain', (t) => {
  const read = parseResolvConf(
    '# made by hand\nnameserver 127.0.0.53\nsearch old.example\n; nameserver 9.9.9.9\nnameserver  10.0.0.2 \n' +
      'search a.example. b.example\ndomain corp.example\noptions ndots:2\noptions edns0 trust-ad\n#nameserver 8.8.8.8',
  )
  t.deepEqual(read.nameservers, [
    {address: '127.0.0.53', line: 2},
    {address: '10.0.0.2', line: 5},
  ])
  t.deepEqual(read.search, {words: ['a.example', 'b.example'], line: 6})
  t.deepEqual(read.options, {words: ['edns0', 'trust-ad'], line: 9})
  t.deepEqual(read.hostSearch, {words: ['corp.example'], line: 7})
  t.deepEqual(read.brokenLines, [])
})

test('glibc asks three nameservers, the kubelet refuses one without an address', (t) => {
  const read = parseResolvConf(
    'nameserver 1.1.1.1\nnameserver 1.1.1.2\nnameserver\nnameserver fe80::1%eth0\nnameserver 1.1.1.4\n',
  )
  t.deepEqual(
    read.hostNameservers.map((server) => server.address),
    ['1.1.1.1', '1.1.1.2', 'fe80::1%eth0'],
  )
  t.deepEqual(read.brokenLines, [3])
})

test('an empty file has nothing', (t) => {
  t.like(parseResolvConf(''), {nameservers: [], search: {words: [], line: 0}, brokenLines: []})
})
