import test from 'ava'
import {fleetHtml} from '../../../src/reporters/fleet/html.ts'
import {fleetText} from '../../../src/reporters/fleet/text.ts'
import {emptyFleet, fleetOf, hostileFleet} from './fleets.ts'

const options = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'} as const
const textOf = (...args: Parameters<typeof fleetText>) => [...fleetText(...args)].join('')

test('one fault on 180 of 200 hosts is one line, the worst comes first, unreachable hosts last', (t) => {
  const lines = textOf(fleetOf(200), options).split('\n')
  const fault = lines.filter((line) => line.includes('docker-masquerades-beside-overlay'))
  t.deepEqual(fault, ['✗ docker-masquerades-beside-overlay  180 of 200: node-1, node-2, node-3 and 177 more'])
  const headings = lines.filter((line) => /^[A-Z]{4}/.test(line)).map((line) => line.split(':')[0])
  t.deepEqual(headings, [
    'ACROSS HOSTS',
    'ERRORS',
    'WARNINGS',
    'UNKNOWN',
    'WAIVED',
    'HOSTS',
    'COULD NOT BE REACHED',
    'FAIL',
  ])
  t.true(lines.includes('? node-shut: root@node-shut: Permission denied (publickey,password).'))
  t.is(lines.at(-2), 'FAIL: 202 hosts, 180 fail, 2 unreachable, 20 pass, 1 fault across hosts')
})

test('verbosely every host of a fault is named, with what it says', (t) => {
  const text = textOf(fleetOf(12), {...options, verbosity: 'verbose'})
  t.true(text.includes('docker-masquerades-beside-overlay  11 of 12: node-[1-9,11-12]'))
  t.true(text.includes('dockerd runs with iptables=true, ip-masq=true'))
})

test('a summary names no host but those that were not reached', (t) => {
  const text = textOf(fleetOf(30), {...options, verbosity: 'quiet'})
  t.true(text.includes('docker-masquerades-beside-overlay  27 of 30\n'))
  t.false(/node-[456]/.test(text))
})

test('nothing of a host acts on the terminal', (t) => {
  t.notRegex(textOf(hostileFleet, {...options, verbosity: 'verbose'}), /[^\n\P{Cc}]|\u202e/u)
})

test('a notice names the hosts whose own files it is about, unless all say it', (t) => {
  const notice = (message: string) => ({about: 'configuration', message}) as const
  const {hosts, ...rest} = fleetOf(3)
  const own = hosts.map(({name, report}, index) => {
    return {name, report: {...report, notices: [notice('of all'), ...(index < 2 ? [notice('a typo')] : [])]}}
  })
  const lines = textOf({...rest, hosts: own, notices: [notice('of the operator')]}, options).split('\n')
  t.deepEqual(
    lines.filter((line) => line.startsWith('•')),
    ['• of the operator', '• of all', '• node-[1-2]: a typo'],
  )
  t.true([...fleetHtml({...rest, hosts: own}, options)].join('').includes('node-[1-2]</span> a typo'))
})

test('unreachable hosts fold by their reasons, whatever they are called', (t) => {
  const reason = (name: string) => ({
    name,
    reason: `ssh: Could not resolve hostname ${name}: Name or service not known`,
  })
  const text = textOf({...emptyFleet, unreachable: ['a', 'b', 'ssh', 'o'].map(reason)}, {...options, columns: 100})
  t.true(text.includes('? a, b, o: ssh: Could not resolve hostname HOST: Name or service not known'), text)
})

test('an audit of nothing has a verdict', (t) => {
  t.is(textOf(emptyFleet, options), 'PASS: 0 hosts\n')
})
