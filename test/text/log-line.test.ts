import test from 'ava'
import fc from 'fast-check'
import {exactPattern, loosePattern, meets, normaliseLine} from '../../src/text/log-line.ts'

const isMet = (fragment: string, line: string) => meets(exactPattern(fragment), normaliseLine(line))

test('a fragment is met whatever the logger quotes and puts before it', (t) => {
  const fragment = 'failed to find plugin "portmap" in path [/opt/cni/bin]'
  const klog = String.raw`E0413 10:53:52.844381    3263 pod_workers.go:965] "Error syncing pod" err="rpc error: failed to find plugin \"portmap\" in path [/opt/cni/bin]"`
  const json = JSON.stringify({ts: 1, err: `rpc error: failed to find\tplugin "portmap" in path [/opt/cni/bin]`})
  for (const line of [fragment, klog, json, `Apr 13 10:53:52 n1 kubelet[3263]: ${fragment.toUpperCase()}`]) {
    t.true(isMet(fragment, line), line)
  }
  t.false(isMet(fragment, klog.replace('portmap', 'bandwidth')))
})

test('placeholders stand for anything near by', (t) => {
  t.true(
    isMet(
      'orphaned pod … volume paths are still present',
      'orphaned pod "8f1c" found, but volume paths are still present',
    ),
  )
  t.true(isMet('a /sbin/mount.<type> helper program', 'a /sbin/mount.nfs helper program'))
  t.false(isMet('orphaned pod … volume paths', `orphaned pod ${'x'.repeat(400)} volume paths`))
})

test('names, paths and numbers may be others where enough is left', (t) => {
  const loose = loosePattern('failed to find plugin "portmap" in path [/opt/cni/bin]')
  t.true(loose !== undefined && meets(loose, normaliseLine('failed to find plugin "tuning" in path [/usr/lib/cni]')))
  t.is(loosePattern('"xt_set" does not exist'), undefined)
  t.is(loosePattern('cni config uninitialized'), undefined)
})

test('a line that holds a fragment meets it, whatever stands around it', (t) => {
  const text = fc.string({unit: 'grapheme', maxLength: 60})
  fc.assert(
    fc.property(text, text, text, (before, fragment, after) => {
      const pattern = exactPattern(fragment)
      t.true(pattern.parts.length === 0 || meets(pattern, normaliseLine(`${before} ${fragment} ${after}`)))
    }),
  )
})
