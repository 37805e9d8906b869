import {readFile} from 'node:fs/promises'
import test from 'ava'
import {readToldConfig} from '../../src/facts/told-config.ts'
import {toldKeys} from '../../src/facts/told-values.ts'

const problem = (text: string) => {
  const parsed = readToldConfig(text, 'c.yaml')
  return parsed.ok ? undefined : `${parsed.problem.line}:${parsed.problem.column} ${parsed.problem.message}`
}

test('each statement carries its file and line, a list is one text', (t) => {
  const text = 'cluster:\n  podCidr: [10.244.0.0/16, "fd00::/56"]\n  kubernetesVersion: "1.30"\n'
  t.deepEqual(readToldConfig(text, 'c.yaml'), {
    ok: true,
    value: {
      podCidr: [{value: '10.244.0.0/16,fd00::/56', source: {kind: 'file', path: 'c.yaml', line: 2}}],
      kubernetesVersion: [{value: '1.30', source: {kind: 'file', path: 'c.yaml', line: 3}}],
    },
  })
})

test('an empty file says nothing', (t) => {
  t.deepEqual(readToldConfig('# nothing\n', 'c.yaml'), {ok: true, value: {}})
  t.deepEqual(readToldConfig('cluster:\n', 'c.yaml'), {ok: true, value: {}})
})

test('mistakes have their place', (t) => {
  t.is(problem('clustr: {}\n'), "1:1 the configuration has no key 'clustr' (did you mean 'cluster'?)")
  t.is(
    problem('cluster:\n  kubernetesVersion: 1.30\n'),
    "2:3 'kubernetesVersion' must be a text, in quotes where it looks like a number",
  )
  t.is(
    problem('cluster:\n  podCidr: 10.244.0.0\n'),
    '2:3 \'podCidr\' is no list of address ranges: "10.244.0.0" has no "/" and prefix length',
  )
  t.is(problem('cluster: 5\n')?.slice(0, 31), "1:1 'cluster' must be a mapping")
})

test('the published schema names the same keys', async (t) => {
  const schema = JSON.parse(await readFile(new URL('../../docs/config.schema.json', import.meta.url), 'utf8'))
  t.deepEqual(Object.keys(schema.properties.cluster.properties).sort(), [...toldKeys].sort())
})
