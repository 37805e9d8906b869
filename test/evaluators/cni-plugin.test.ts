import test from 'ava'
import {cniPluginFile} from '../../src/evaluators/cni-plugin.ts'
import {bare, Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

/** The header of an ELF file for amd64 with a section table that ends at 4291600 bytes. */
const head = 'f0VMRgIBAQAAAAAAAAAAAAIAPgABAAAAABBAAAAAAABAAAAAAAAAANB1QQAAAAAAAAAAAEAAOAAAAEAAGQAAAA=='
const find = (files: Parameters<typeof probeOf>[0], type = 'bridge', directories = '/opt/cni/bin:/usr/lib/cni') =>
  probeOf(files).once(cniPluginFile, type, directories)

test('the first regular file counts, directories and dangling links do not', async (t) => {
  const found = await find({
    '/opt/cni/bin/bridge': {directory: true},
    '/usr/lib/cni/bridge': {symlink: 'real'},
    '/usr/lib/cni/real': {base64: head, size: 4291600, mode: '0644'},
  })
  t.is(found.path, '/usr/lib/cni/bridge')
  t.is(bare(found.isExecutable), false)
  t.is(bare(found.architecture), 'amd64')
  t.is(bare(found.isTruncated), false)
  const dangling = await find({'/opt/cni/bin/bridge': {symlink: 'gone'}})
  t.false(bare(dangling.exists))
  t.like(dangling, {path: '', danglingLink: '/opt/cni/bin/bridge', linkTarget: 'gone'})
})

for (const [title, file, isTruncated, format] of [
  ['one byte too short', {base64: head, size: 4291599}, true, 'elf'],
  ['empty', {content: ''}, true, 'empty'],
  ['only the magic number', {base64: 'f0VMRg=='}, true, 'elf'],
  ['a script', {content: '#!/bin/sh\n'}, false, 'script'],
  ['a page about an error', {content: '<html>404</html>'}, false, 'other'],
] as const) {
  test(title, async (t) => {
    const found = await find({'/opt/cni/bin/bridge': {mode: '0755', ...file}})
    t.is(bare(found.isTruncated), isTruncated)
    t.is(bare(found.format), format)
  })
}

test('content that was not captured is unknown, and so is a directory that may not be searched', async (t) => {
  const found = await find({'/opt/cni/bin/bridge': {base64: '', size: 4291600, mode: '0755'}})
  t.is(bare(found.exists), true)
  t.true(found.isTruncated instanceof Unknown)
  const denied = await find({'/opt/cni/bin/bridge': {unreadable: 'permission denied'}})
  t.true(denied.exists instanceof Unknown || denied.isTruncated instanceof Unknown)
})

test('a type that is no file name is never found', async (t) => {
  for (const type of ['', '../sh', 'a/b']) t.is(bare((await find({'/opt/cni/sh': {content: 'x'}}, type)).exists), false)
})
