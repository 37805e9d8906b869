import test from 'ava'
import type {Range} from '../../src/check/report.ts'
import {addressSpace} from '../../src/reporters/html/address-space.ts'
import {everyOutcome} from './reports.ts'

const range = (purpose: string, cidr: string, setBy = 'test'): Range => ({purpose, cidr, setBy})

/** The rows of a picture: what each is for, where its bar lies, and how much of the axis several purposes claim. */
function drawn(ranges: readonly Range[]) {
  const rows = addressSpace(ranges).html.split('<tr>').slice(1)
  return rows.map((row) => {
    const [, purpose, cidr] = /<th scope="row">(.*)<\/th><td class="cidr">(.*)<\/td>/.exec(row) ?? []
    const [, x, width] = /class="own [^"]*" x="(\d+)" y="2.5" width="(\d+)"/.exec(row) ?? []
    const shared = [...row.matchAll(/class="shared" x="\d+" width="(\d+)"/g)].reduce(
      (sum, [, each]) => sum + Number(each),
      0,
    )
    return {purpose, cidr, x: Number(x), width: Number(width), shared}
  })
}

test('ranges lie in the order of their addresses, a wider one is wider', (t) => {
  const [pods, services, node] = drawn([
    range('pods', '10.244.0.0/16'),
    range('services', '10.96.0.0/12'),
    range('node', '10.0.0.0/24'),
  ])
  if (!pods || !services || !node) return t.fail()
  t.true(node.x < services.x && services.x < pods.x)
  t.true(node.width < pods.width && pods.width < services.width)
  t.is(pods.x + pods.width, 1000)
})

test('what a foreign route takes from the pods is marked, the share of a node is not', (t) => {
  const pods = range('pods', '10.244.0.0/16')
  t.true(drawn([pods, range('route', '10.244.128.0/18')]).every(({shared}) => shared > 0))
  t.true(drawn([pods, range('node pods', '10.244.3.0/24')]).every(({shared}) => shared === 0))
})

test('one row for a range of one purpose, whoever sets it; families apart; no default route', (t) => {
  t.deepEqual(
    drawn(everyOutcome.ranges ?? []).map(({purpose, cidr}) => `${purpose} ${cidr}`),
    [
      'pods 10.244.0.0/16',
      'node pods 10.244.3.0/24',
      'services 10.96.0.0/12',
      'node 10.100.0.0/24',
      'pods fd00:10:244::/56',
      'services fd00:10:96::/112',
    ],
  )
  t.true(addressSpace(everyOutcome.ranges).html.includes('the user (--pod-cidr), flannel'))
  t.is(addressSpace([range('pods', 'no range')]).html, '')
})
