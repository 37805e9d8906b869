import test from 'ava'
import fc from 'fast-check'
import {readCniConfig} from '../../src/text/cni-config.ts'

const list = `{
  "name": "cbr0",
  "cniVersion": "0.3.1",
  "plugins": [
    {"type": "flannel",
     "delegate": {"hairpinMode": true}},
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}
`

test('a list has a name, a version and plugins with their lines', (t) => {
  const file = readCniConfig(list, 'list')
  t.is(file.problem, undefined)
  t.deepEqual(file.name, {value: 'cbr0', line: 2})
  t.deepEqual(file.cniVersion, {value: '0.3.1', line: 3})
  t.deepEqual(
    file.plugins.map(({type}) => type),
    [
      {value: 'flannel', line: 5},
      {value: 'portmap', line: 7},
    ],
  )
})

test('a single plugin is its own only entry, its keys in any case as Go reads them', (t) => {
  const file = readCniConfig('{"Name": "mynet", "Type": "bridge"}', 'single')
  t.is(file.problem, undefined)
  t.is(file.name?.value, 'mynet')
  t.deepEqual(
    file.plugins.map(({type}) => type?.value),
    ['bridge'],
  )
})

test('a single plugin that also has a list is read as itself', (t) => {
  const file = readCniConfig('{"name": "a", "type": "bridge", "plugins": [{"type": "x"}]}', 'single')
  t.deepEqual(
    file.plugins.map(({type}) => type?.value),
    ['bridge'],
  )
})

for (const [shape, text, message, line] of [
  ['list', '{"name": "a",\n "plugins": [{"type": "bridge"},]}', 'a comma stands before "]"', 2],
  ['list', '', 'the text ends where a value is expected', 1],
  ['list', '[]', 'is no JSON object', 1],
  ['list', '{"plugins": [{"type": "bridge"}]}', "has no 'name'", 1],
  ['list', '{"name": 5, "plugins": [{"type": "bridge"}]}', "'name' is no text", 1],
  ['list', '{"name": "a",\n"type": "bridge"}', "has no list 'plugins'", 1],
  ['list', '{"name": "a",\n"plugins": []}', "the list 'plugins' is empty", 2],
  ['list', '{"name": "a",\n"plugins": [{"type": "bridge"},\n{"ipam": {}}]}', "has no 'type'", 3],
  ['list', '{"name": "a",\n"cniVersion": null, "plugins": [{"type": "bridge"}]}', "'cniVersion' is no text", 2],
  ['list', '{"name": "a", "plugins": [{"type": "a", "capabilities": ["x"]}]}', "'capabilities' is no JSON object", 1],
  ['list', '{"name": "a", "plugins": [{"type": "a", "prevResult": 5}]}', "'prevResult' is no JSON object", 1],
  ['single', '{"name": "a", "type": "b", "ipam": {"type": 5}}', "'type' is no text", 1],
  ['single', '{"name": "a", "type": "b", "dns": {"nameservers": "10.0.0.2"}}', "'nameservers' is no list", 1],
  ['single', '{"name": "a", "type": "b", "dns": {"search": [5]}}', "'search' is no text", 1],
  ['single', '{"name": "a", "type": "b", "dns": {"domain": 5}}', "'domain' is no text", 1],
  ['single', list, "has no 'type'", 1],
  ['single', '{"name": "a", "type": "bridge", "ipam": "host-local"}', "'ipam' is no JSON object", 1],
  [
    'single',
    '{"name": "a", "type": "bridge",\n"capabilities": {"portMappings": "yes"}}',
    "the capability 'portMappings' is neither true nor false",
    2,
  ],
] as const) {
  test(`libcni refuses as ${shape}: ${JSON.stringify(text).slice(0, 60)}`, (t) => {
    const {problem} = readCniConfig(text, shape)
    t.is(problem?.message, message)
    t.is(problem?.line, line)
  })
}

test('what is refused as one shape still shows what it holds', (t) => {
  const file = readCniConfig(list, 'single')
  t.true(file.hasPlugins)
  t.false(file.hasType)
  t.is(file.plugins[0]?.type?.value, 'flannel')
})

test('a file without a problem names a plugin type in every entry, whatever the text', (t) => {
  const entry = fc.record({type: fc.option(fc.constantFrom('bridge', '')), ipam: fc.anything()}, {requiredKeys: []})
  const documents = fc.record({name: fc.option(fc.string()), plugins: fc.array(entry)}, {requiredKeys: []})
  t.notThrows(() =>
    fc.assert(
      fc.property(documents, (document) => {
        const file = readCniConfig(JSON.stringify(document), 'list')
        if (file.problem) return true
        return file.name !== undefined && file.plugins.length > 0 && file.plugins.every(({type}) => type?.value)
      }),
    ),
  )
})
