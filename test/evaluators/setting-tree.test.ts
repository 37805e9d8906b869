import test from 'ava'
import fc from 'fast-check'
import {mergePatch, plainSetting, type SettingNode, settingsOf} from '../../src/evaluators/setting-tree.ts'
import {parseJson} from '../../src/text/json.ts'

function node(value: unknown, path: string): SettingNode {
  const parsed = parseJson(JSON.stringify(value))
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return settingsOf(parsed.value, path)
}

test('a JSON merge patch does what the examples of RFC 7386 say', (t) => {
  const examples: readonly (readonly [unknown, unknown, unknown])[] = [
    [{a: 'b'}, {a: 'c'}, {a: 'c'}],
    [{a: 'b'}, {b: 'c'}, {a: 'b', b: 'c'}],
    [{a: 'b', b: 'c'}, {a: null}, {b: 'c'}],
    [{a: ['b']}, {a: 'c'}, {a: 'c'}],
    [{a: 'c'}, {a: ['b']}, {a: ['b']}],
    [{a: {b: 'c'}}, {a: {b: 'd', c: null}}, {a: {b: 'd'}}],
    [{a: 'foo'}, {b: {c: {d: null}}}, {a: 'foo', b: {c: {}}}],
  ]
  for (const [target, patch, result] of examples) {
    t.deepEqual(plainSetting(mergePatch(node(target, '/a'), node(patch, '/b'))), result)
  }
})

test('patching twice is patching once, and the patch is the source of what it sets', (t) => {
  const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean())
  const mapping = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(scalar, fc.dictionary(fc.constantFrom('d', 'e'), scalar)),
  )
  fc.assert(
    fc.property(mapping, mapping, (target, patch) => {
      const once = mergePatch(node(target, '/a'), node(patch, '/b'))
      t.deepEqual(plainSetting(mergePatch(once, node(patch, '/b'))), plainSetting(once))
      for (const [key, value] of Object.entries(patch)) {
        const member = (once.value as ReadonlyMap<string, SettingNode>).get(key)
        if (typeof value !== 'object') t.like(member?.source, {kind: 'file', path: '/b'})
      }
    }),
  )
})
