import {spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import {labelPolicy, policyType} from '../../src/evaluators/selinux-file-contexts.ts'
import type {ContextFileType} from '../../src/text/file-contexts.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const names = ['var', 'lib', 'a', 'b.c', 'x+y', 'bin']
const name = fc.constantFrom(...names)
const component = fc.oneof(
  {weight: 5, arbitrary: name.map((text) => text.replace(/[.+]/g, '\\$&'))},
  fc.constantFrom('[^/]+', '[^/]*', '.*', '(a|lib)', 'lib?', 'va.', 'b\\.c.*'),
)
const pattern = fc
  .tuple(fc.array(component, {minLength: 1, maxLength: 4}), fc.constantFrom('', '', '(/.*)?', '/.*'))
  .map(([components, tail]) => `/${components.join('/')}${tail}`)
const line = fc.record({
  pattern,
  kind: fc.constantFrom('', '', '', '-d', '--', '-l'),
  type: fc.constantFrom('one_t', 'two_t', 'three_t', '<<none>>'),
})
const path = fc.array(name, {minLength: 1, maxLength: 5}).map((components) => `/${components.join('/')}`)
const policy = fc.record({
  lines: fc.uniqueArray(line, {minLength: 1, maxLength: 12, selector: (one) => one.pattern}),
  localFrom: fc.nat(12),
  subs: fc.array(fc.tuple(path, path), {maxLength: 3}),
  distributionSubs: fc.array(fc.tuple(path, path), {maxLength: 2}),
  paths: fc.uniqueArray(path, {minLength: 10, maxLength: 30}),
})

const modes: readonly (readonly [string, ContextFileType])[] = [
  ['file', 'file'],
  ['dir', 'directory'],
  ['lnk_file', 'symlink'],
]

test('paths get the types that libselinux gives them', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'contexts-'))
  t.teardown(() => rmSync(directory, {recursive: true}))
  let labelled = 0
  await fc.assert(
    fc.asyncProperty(policy, async ({lines, localFrom, subs, distributionSubs, paths}) => {
      const texts = lines.map(
        (one) =>
          `${one.pattern}\t${one.kind}\t${one.type === '<<none>>' ? one.type : `system_u:object_r:${one.type}:s0`}\n`,
      )
      const aliases = (pairs: readonly (readonly [string, string])[]) =>
        pairs.map((pair) => `${pair.join(' ')}\n`).join('')
      const files = {
        '': texts.slice(0, localFrom).join(''),
        '.local': texts.slice(localFrom).join(''),
        '.subs': aliases(subs),
        '.subs_dist': aliases(distributionSubs),
      }
      const main = '/etc/selinux/targeted/contexts/files/file_contexts'
      for (const [suffix, text] of Object.entries(files)) writeFileSync(join(directory, `file_contexts${suffix}`), text)
      const ours = await labelPolicy(
        probeOf(Object.fromEntries(Object.entries(files).map(([suffix, text]) => [main + suffix, text]))),
      )
      if (ours.state !== 'read') throw new Error(ours.reason)
      for (const [mode, fileType] of modes) {
        const theirs = expectedBy(join(directory, 'file_contexts'), mode, paths)
        const own = paths.map((one) => policyType(ours, one, fileType)?.type ?? '')
        labelled += own.filter(Boolean).length
        if (own.join() !== theirs.join()) t.deepEqual(own, theirs, JSON.stringify({mode, paths, files}))
      }
    }),
    {numRuns: 150},
  )
  t.true(labelled > 300, `only ${labelled} paths had a label`)
})

/** What matchpathcon says of paths, empty where it knows no label for one. */
function expectedBy(contexts: string, mode: string, paths: readonly string[]): readonly string[] {
  const {status, stdout, stderr, error} = spawnSync('matchpathcon', ['-N', '-f', contexts, '-m', mode, ...paths], {
    encoding: 'utf8',
  })
  if (error || (status !== 0 && stdout === ''))
    throw new Error(`matchpathcon (package selinux-utils): ${error ?? stderr}`)
  const answers = new Map(stdout.split('\n').map((text) => text.split('\t') as [string, string]))
  return paths.map((one) => answers.get(one)?.split(':')[2] ?? '')
}
