import test from 'ava'
import fc from 'fast-check'
import {parse} from 'yaml'
import {json} from '../../src/reporters/json.ts'
import {yamlLines} from '../../src/reporters/yaml/lines.ts'
import {yaml} from '../../src/reporters/yaml.ts'
import {empty, everyOutcome, hostile, plain} from './reports.ts'

const wellFormed = (text: string): unknown => JSON.parse(text.replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\\ufffd'))

for (const version of ['1.1', '1.2'] as const) {
  test(`YAML ${version} reads what JSON reads`, (t) => {
    for (const report of [empty, everyOutcome, hostile]) {
      t.deepEqual(parse(yaml(report, plain), {version}), wellFormed(json(report, plain)))
    }
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        t.deepEqual(parse(yamlLines(value).join('\n'), {version}), wellFormed(JSON.stringify(value)))
      }),
    )
  })
}

test('words that YAML 1.1 takes for booleans or numbers stay keys', (t) => {
  t.deepEqual(yamlLines({on: true, e7: 1, y: [1, {no: []}], 'a b': {}}), [
    '"on": true',
    '"e7": 1',
    '"y":',
    '  - 1',
    '  - "no": []',
    '"a b": {}',
  ])
})
