import test from 'ava'
import {oldestOffered} from '../../src/evaluators/cni-versions.ts'
import {readCniConfig} from '../../src/text/cni-config.ts'

for (const [versions, oldest] of [
  [{cniVersion: '1.0.0'}, '1.0.0'],
  [{cniVersion: '1.1.0', cniVersions: ['0.4.0', '1.0.0']}, '0.4.0'],
  [{cniVersion: 'v1.0.0'}, 'v1.0.0'],
  [{cniVersion: '0.3'}, '0.3'],
  [{cniVersion: '0.3.1 '}, '0.3.1 '],
  [{cniVersion: '0.3.1-rc1', cniVersions: ['1.0.0']}, '1.0.0'],
  [{}, ''],
] as const) {
  test(`${JSON.stringify(versions)} offers ${JSON.stringify(oldest)}`, (t) => {
    t.is(oldestOffered(readCniConfig(JSON.stringify({name: 'a', ...versions}), 'list')), oldest)
  })
}
