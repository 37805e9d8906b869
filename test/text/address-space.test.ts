import test from 'ava'
import {addressSpace} from '../../src/text/address-space.ts'
import {parseCidr} from '../../src/text/cidr.ts'

const spaceOf = (text: string): string => {
  const parsed = parseCidr(text)
  return parsed.ok ? addressSpace(parsed.value).space : 'no range'
}

test('tells what addresses are set aside for', (t) => {
  const expected = {
    private: ['10.244.0.0/16', '172.31.0.0/16', '192.168.7.0/24', 'fd00:1::/56'],
    shared: ['100.64.0.0/10', '100.127.255.0/24'],
    special: ['169.254.20.0/24', '127.0.0.0/8', '240.0.0.0/8', 'fe80::/64', 'ff02::/16', '0.0.0.0/0'],
    documentation: ['192.0.2.0/24', '198.19.0.0/16', '2001:db8:1::/56'],
    public: ['172.32.0.0/16', '100.128.0.0/16', '11.0.0.0/8', '172.16.0.0/11', '2a05:d014::/32'],
  }
  for (const [space, texts] of Object.entries(expected)) {
    t.deepEqual(
      texts.filter((text) => spaceOf(text) !== space),
      [],
      space,
    )
  }
})

test('of a range that touches several spaces the most harmful counts', (t) => {
  t.is(spaceOf('100.0.0.0/8'), 'shared')
  t.is(spaceOf('169.0.0.0/8'), 'special')
})
