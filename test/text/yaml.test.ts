import test from 'ava'
import fc from 'fast-check'
import {type DocumentNode, nodeAt, plainValue} from '../../src/text/document.ts'
import {parseYaml, parseYamlDocuments} from '../../src/text/yaml.ts'

function read(text: string): DocumentNode {
  const parsed = parseYaml(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return parsed.value
}

function problem(text: string): string {
  const parsed = parseYaml(text)
  return parsed.ok ? 'no problem' : `${parsed.problem.line}:${parsed.problem.column} ${parsed.problem.message}`
}

test('every key and item has its place', (t) => {
  const node = read(
    '# kubelet\nkind: KubeletConfiguration\nclusterDNS:\n  - 10.96.0.10\nauthentication:\n  x509: {clientCAFile: /a}\n',
  )
  const place = (...path: (string | number)[]) => [nodeAt(node, ...path)?.line, nodeAt(node, ...path)?.column]
  t.deepEqual(place('kind'), [2, 1])
  t.deepEqual(place('clusterDNS', 0), [4, 5])
  t.deepEqual(place('authentication', 'x509', 'clientCAFile'), [6, 10])
})

test('scalars are those of the YAML 1.1 reader of Kubernetes', (t) => {
  const node = read(
    'a: yes\nb: "on"\nc: Off\nd: 0644\ne: 0o17\nf: 1:30\ng: 2001-01-01\nh: 1_000\ni: 08\nj: !!str 12\nk: ~\nl:\n' +
      'm: -0b11\nnn: 0x1F\no: 1e3\np: 18446744073709551615\nq: 1.28\nr: 10.0.0.0/8\ns: 0b12\nt: !!int "3"\nu: 2001:db8::1\n',
  )
  t.deepEqual(plainValue(node), {
    a: true,
    b: 'on',
    c: false,
    d: 420,
    e: 15,
    f: '1:30',
    g: '2001-01-01',
    h: 1000,
    i: 8,
    j: '12',
    k: null,
    l: null,
    m: -3,
    nn: 31,
    o: 1000,
    p: 18446744073709551615n,
    q: 1.28,
    r: '10.0.0.0/8',
    s: '0b12',
    t: 3,
    u: '2001:db8::1',
  })
})

test('keys become strings and the last of a repeated key counts', (t) => {
  t.deepEqual(plainValue(read('8080: a\non: b\nx: 1\nx: 2\n')), {8080: 'a', true: 'b', x: 2})
  t.is(problem('? [a, b]\n: 1\n'), '1:3 a mapping key is no scalar')
})

test('aliases share, merge keys merge, own keys win', (t) => {
  const node = read('base: &b {a: 1, b: 2}\nuse:\n  <<: *b\n  b: 3\nlist: [*b]\n')
  t.deepEqual(plainValue(node), {base: {a: 1, b: 2}, use: {a: 1, b: 3}, list: [{a: 1, b: 2}]})
  t.is(nodeAt(node, 'list')?.line, 5)
})

test('aliases that unfold without end are problems', (t) => {
  const bomb = Array.from(
    {length: 12},
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i ? `*a${i - 1}` : 'x')
        .join(', ')}]`,
  )
  t.regex(problem(bomb.join('\n')), /^\d+:\d+ aliases unfold into too many values$/)
  t.is(problem('a: &a [*a]'), '1:8 anchor "a" contains itself')
  t.regex(problem('a: *b'), /^1:4 .*b/)
})

test('the first document counts, also when a later one is broken', (t) => {
  t.deepEqual(plainValue(read('a: 1\n---\nb: [\n')), {a: 1})
  const documents = parseYamlDocuments('---\na: 1\n---\nb: 2\n...\n')
  t.deepEqual(documents.ok && documents.value.map(plainValue), [{a: 1}, {b: 2}])
  t.is(documents.ok && documents.value[1] && nodeAt(documents.value[1], 'b')?.line, 4)
  t.is(read('').value, null)
  t.is(read('# nothing\n').value, null)
})

test('broken text is a problem with a place', (t) => {
  t.regex(problem('a: 1\n\tb: 2\n'), /^2:1 /)
  t.regex(problem('a: {b: 1\nc: 2\n'), /^2:1 /)
  t.regex(problem(`${'['.repeat(100_000)}`), /^\d+:\d+ /)
  t.regex(problem('- '.repeat(20_000)), /nested more than 500 levels/)
})

test('reads every JSON document as JSON does', (t) => {
  const keyed = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))
  fc.assert(
    fc.property(fc.array(keyed), (value) => {
      t.deepEqual(plainValue(read(JSON.stringify(value))), JSON.parse(JSON.stringify(value)))
    }),
  )
})

for (const [name, text, message] of [
  ['brackets', '['.repeat(20_000), 'nested more than 500 levels deep'],
  ['mappings in brackets', '{"a":'.repeat(20_000), 'nested more than 500 levels deep'],
  ['lists of lists', `${'- '.repeat(20_000)}x`, 'nested more than 500 levels deep'],
  ['keys of keys', '? '.repeat(20_000), 'nested more than 500 levels deep'],
  [
    'indentation',
    Array.from({length: 600}, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    'nested more than 500 levels deep',
  ],
  ['empty lines', '\n'.repeat(1_000_000), 'more than 50000 lines, keys and items'],
  ['items', `[${'a,'.repeat(500_000)}]`, 'more than 50000 lines, keys and items'],
] as const) {
  test(`what would exhaust the stack or take seconds is refused at once: ${name}`, (t) => {
    const started = performance.now()
    t.like(parseYaml(text), {ok: false, problem: {message}})
    t.true(performance.now() - started < 1000)
  })
}
