import test from 'ava'
import fc from 'fast-check'
import {readDaemonJson} from '../../src/evaluators/dockerd-config-file.ts'
import {parseVersion} from '../../src/text/version.ts'

const read = (text: string, version?: string) => readDaemonJson(text, version ? parseVersion(version) : undefined)
const complaints = (text: string, version?: string) =>
  read(text, version).complaints.map(({kind, key, line}) => [kind, key, line])

test('a byte order mark and an empty file are fine since 23.0 only', (t) => {
  for (const text of ['', ' \n', '\uFEFF{}']) {
    t.is(read(text, '23.0.0').problem, undefined)
    t.is(read(text).problem, undefined)
    t.is(read(text, '20.10.24').problem?.line, 1)
  }
})

test('before 23.0 only the first JSON value was read', (t) => {
  const text = '{"iptables": false}\n}\n'
  t.is(read(text, '20.10.24').problem, undefined)
  t.true(read(text, '20.10.24').keys.has('iptables'))
  t.is(read(text, '24.0.2').problem?.line, 2)
  t.is(read('{"iptables": false,}', '20.10.24').problem?.line, 1)
})

test('a file that holds something else than an object is refused, null is as good as nothing', (t) => {
  t.regex(read('["iptables"]').problem?.message ?? '', /no JSON object/)
  t.is(read('null').problem, undefined)
})

test('keys are known by release, in small letters', (t) => {
  t.deepEqual(complaints('{"graph": "/data"}', '20.10.7'), [])
  t.deepEqual(complaints('{"graph": "/data"}', '24.0.0'), [['unknownKey', 'graph', 1]])
  t.deepEqual(complaints('{"graph": "/data"}'), [])
  t.deepEqual(complaints('{"min-api-version": "1.24"}', '28.5.2'), [['unknownKey', 'min-api-version', 1]])
  t.deepEqual(complaints('{"default-ulimits": {}}', '1.13.1'), [['unknownKey', 'default-ulimits', 1]])
  t.deepEqual(complaints('{"insecure-registry": ["r:5000"], "dns-opt": 5}'), [])
  t.is(read('{\n"IPTables": false}').complaints[0]?.message, 'must be written iptables')
  t.is(read('{"ip_masq": false}').complaints[0]?.message, 'must be written ip-masq')
})

test('values of the wrong type are told by kind', (t) => {
  t.deepEqual(
    complaints('{\n"iptables": "false",\n"dns": "10.0.0.2",\n"mtu": "1450",\n"log-opts": {\n"max-file": 3}\n}'),
    [
      ['quotedBoolean', 'iptables', 2],
      ['wrongType', 'dns', 3],
      ['wrongType', 'mtu', 4],
      ['logOption', 'max-file', 6],
    ],
  )
  t.deepEqual(complaints('{"iptables": null, "log-opts": {"max-size": "10m"}, "default-shm-size": "64M"}'), [])
})

test('an object that is no option loses its name to its members', (t) => {
  const {keys, complaints: found} = read(
    '{"network": {"iptables": false}, "proxies": {"no-proxy": "10.0.0.0/8"}}',
    '24.0.0',
  )
  t.deepEqual(
    [...keys].map(([key, {isNested}]) => [key, isNested]),
    [
      ['iptables', true],
      ['no-proxy', false],
    ],
  )
  t.deepEqual(found, [])
})

test('repeated keys are told with the line that loses', (t) => {
  t.like(read('{\n"bip": "10.1.0.1/24",\n"bip": "10.2.0.1/24"\n}').duplicates[0], {key: 'bip', line: 3, firstLine: 2})
})

test('whatever the text, a file with a problem has no keys, and every complaint is about a key it has', (t) => {
  const value = fc.jsonValue({maxDepth: 2})
  const object = fc.dictionary(fc.constantFrom('iptables', 'Iptables', 'log-opts', 'dns', 'x'), value)
  const text = fc.oneof(
    object.map((one) => JSON.stringify(one)),
    fc.string(),
  )
  const law = fc.property(text, fc.constantFrom('20.10.24', '28.1.0', undefined), (written, version) => {
    const {problem, keys, complaints: found} = read(written, version)
    if (problem) return keys.size === 0 && found.length === 0
    return found.every(({kind, key}) => kind === 'logOption' || keys.has(key))
  })
  t.notThrows(() => fc.assert(law))
})
