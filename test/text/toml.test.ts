import test from 'ava'
import fc from 'fast-check'
import {nodeAt, plainValue} from '../../src/text/document.ts'
import {parseToml} from '../../src/text/toml.ts'

const containerd = `version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.k8s.io/pause:3.9"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  SystemdCgroup = true
  BinaryName = ''
[[hosts]]
  url = "https://a"
  tls.skip = false
[[hosts]]
  url = "https://b"
  [hosts.header]
    x-list = [1, {k = 0x10}]
[when]
at = 1979-05-27T07:32:00Z
big = 9223372036854775807
`

function read(text: string) {
  const parsed = parseToml(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return parsed.value
}

function problem(text: string): string {
  const parsed = parseToml(text)
  return parsed.ok ? 'no problem' : `${parsed.problem.line}:${parsed.problem.column} ${parsed.problem.message}`
}

test('tables, dotted keys, arrays of tables, inline tables, dates and big integers', (t) => {
  t.deepEqual(plainValue(read(containerd)), {
    version: 2,
    plugins: {
      'io.containerd.grpc.v1.cri': {
        sandbox_image: 'registry.k8s.io/pause:3.9',
        containerd: {runtimes: {runc: {options: {SystemdCgroup: true, BinaryName: ''}}}},
      },
    },
    hosts: [
      {url: 'https://a', tls: {skip: false}},
      {url: 'https://b', header: {'x-list': [1, {k: 16}]}},
    ],
    when: {at: '1979-05-27T07:32:00Z', big: 9223372036854775807n},
  })
})

test('every key has its place', (t) => {
  const node = read(containerd)
  const place = (...path: (string | number)[]) => [nodeAt(node, ...path)?.line, nodeAt(node, ...path)?.column]
  const runc = ['plugins', 'io.containerd.grpc.v1.cri', 'containerd', 'runtimes', 'runc', 'options']
  t.deepEqual(place(...runc, 'SystemdCgroup'), [5, 3])
  t.deepEqual(place('hosts', 1, 'url'), [11, 3])
  t.deepEqual(place('hosts', 0, 'tls', 'skip'), [9, 7])
  t.deepEqual(place('hosts', 1, 'header', 'x-list', 1, 'k'), [13, 19])
})

test('broken text is a problem with a place', (t) => {
  t.regex(problem('a = 1\nb = yes\n'), /^2:\d+ /)
  t.regex(problem('a = 1\na = 2\n'), /^2:1 /)
  t.regex(problem('[a]\n[a]\n'), /^2:\d+ /)
  t.regex(problem('a = {b = 1,}\n'), /^1:\d+ /)
  t.regex(problem(`a = ${'['.repeat(100_000)}`), /^\d+:\d+ /)
})

test('reads back any table of strings and integers', (t) => {
  const table = fc.dictionary(fc.string(), fc.oneof(fc.string({unit: 'grapheme'}), fc.maxSafeInteger(), fc.boolean()))
  fc.assert(
    fc.property(table, (expected) => {
      const text = Object.entries(expected).map(([key, value]) => `${quoted(key)} = ${quoted(value)}\n`)
      t.deepEqual(plainValue(read(text.join(''))), {...expected})
    }),
  )
})

function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
}
