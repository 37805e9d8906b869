import {readFile} from 'node:fs/promises'
import test from 'ava'
import {UserError} from '../../src/errors.ts'
import {configKeys, openConfig, toldInConfig} from '../../src/facts/told-config.ts'
import {toldKeys} from '../../src/facts/told-values.ts'

const read = (text: string) => toldInConfig(openConfig(text, 'c.yaml'))

const mistake = (text: string): string => {
  try {
    read(text)
    return ''
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return `${error.place?.line}:${error.place?.column} ${error.message} (${error.hint ?? ''})`
  }
}

test('each statement carries its file and line, a list is one text', (t) => {
  t.deepEqual(read('cluster:\n  podCidr: [10.244.0.0/16, "fd00::/56"]\n  kubernetesVersion: "1.30"\n'), {
    podCidr: [{value: '10.244.0.0/16,fd00::/56', source: {kind: 'file', path: 'c.yaml', line: 2}}],
    kubernetesVersion: [{value: '1.30', source: {kind: 'file', path: 'c.yaml', line: 3}}],
  })
})

test('an empty file says nothing', (t) => {
  t.deepEqual(read('# nothing\n'), {})
  t.deepEqual(read('cluster:\n'), {})
})

test('mistakes have their place', (t) => {
  t.is(mistake('clustr: {}\n'), "1:1 the configuration has no key 'clustr' (did you mean 'cluster'?)")
  t.is(mistake('cluster: {podCdir: 10.0.0.0/8}\n'), "1:11 'cluster' has no key 'podCdir' (did you mean 'podCidr'?)")
  t.regex(mistake('cluster:\n  kubernetesVersion: 1.30\n'), /^2:3 'kubernetesVersion' must be a text \(in quotes/)
  t.regex(mistake('cluster:\n  podCidr: 10.244.0.0\n'), /^2:3 'podCidr' is no list of address ranges: /)
  t.regex(mistake('cluster:\n  storage: [nfs, lonhorn]\n'), /'lonhorn', did you mean 'longhorn'\?/)
  t.is(mistake('cluster: 5\n'), "1:1 'cluster' must be a mapping ()")
  t.regex(mistake('cluster: {\n'), /^\d+:\d+ /)
})

test('the published schema names the same keys', async (t) => {
  const schema = JSON.parse(await readFile(new URL('../../docs/config.schema.json', import.meta.url), 'utf8'))
  t.deepEqual(Object.keys(schema.properties.cluster.properties).sort(), [...toldKeys].sort())
  t.deepEqual(Object.keys(schema.properties).sort(), [...configKeys].sort())
})
