import test from 'ava'
import type {Range} from '../../src/check/report.ts'
import {addressSpaceLines} from '../../src/reporters/address-space.ts'

const range = (purpose: string, cidr: string, setBy = 'test'): Range => ({purpose, cidr, setBy})
const plainly = {columns: 80, mark: (text: string) => text}

test('draws bars in the order of addresses and marks what is claimed twice', (t) => {
  const lines = addressSpaceLines(
    [range('services', '10.96.0.0/12'), range('pods', '10.244.0.0/16'), range('node', '10.100.0.0/24')],
    plainly,
  )
  const bars = lines.map((line) => /\|(.*)\|/.exec(line)?.[1] ?? '')
  const [, services = '', pods = '', node = ''] = bars
  t.is(lines[0], 'IPv4')
  t.regex(services, /^=+X+=+ +$/)
  t.regex(node, /^ +X+ +$/)
  t.true(services.length === pods.length && pods.indexOf('=') > services.lastIndexOf('='))
  t.is(services.indexOf('X'), node.indexOf('X'))
  t.is(lines.at(-1), '  services 10.96.0.0/12 and node 10.100.0.0/24 overlap')
})

test('nothing is marked where one range is a part of the other by design', (t) => {
  const lines = addressSpaceLines([range('pods', '10.244.0.0/16'), range('node pods', '10.244.3.0/24')], plainly)
  t.false(lines.join('\n').includes('X'))
  t.is(lines.length, 3)
})

test('families apart, and never wider than the terminal', (t) => {
  const long = 'a route with a very long name that nobody would read to its end'
  const lines = addressSpaceLines(
    [range('load balancer', '10.0.0.0/8', long), range('pods', 'fd00:1234:5678:9abc:def0::/80', long)],
    plainly,
  )
  t.deepEqual(
    lines.filter((line) => line.startsWith('IPv')),
    ['IPv4', 'IPv6'],
  )
  t.true(lines.every((line) => line.length <= 80))
  t.deepEqual(addressSpaceLines([], plainly), [])
})

test('only the shared part is handed to the marker', (t) => {
  const marked: string[] = []
  const mark = (text: string) => {
    marked.push(text)
    return text
  }
  addressSpaceLines([range('pods', '10.0.0.0/16'), range('services', '10.0.128.0/17')], {columns: 80, mark})
  t.true(marked.every((text) => /^X+$/.test(text) || text.includes('overlap')))
})
