import {readFileSync} from 'node:fs'
import {gunzipSync} from 'node:zlib'
import test from 'ava'
import fc from 'fast-check'
import {bdbBlobs} from '../../src/text/rpm-bdb.ts'
import {readRpmDatabase} from '../../src/text/rpm-database.ts'

/** Databases with packages of 1 to 14 KiB, one of them erased again: the first written by rpm 4.18, the second by Berkeley DB 5.3. */
const sqlite = fixture('rpmdb.sqlite.gz')
const bdb = fixture('rpm-bdb-Packages.gz')

function fixture(name: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
}

function names(file: Uint8Array): readonly string[] | string {
  const read = readRpmDatabase(file)
  if (!read.ok) return read.problem.message
  const packages = [...read.value.values()].flat()
  return packages
    .map(({epoch, name, version, release, arch}) => `${epoch}:${name}-${version}-${release}.${arch}`)
    .sort()
}

const installed = [
  '0:kubelet-1.27.3-3.el9.noarch',
  '0:pkg1-1.1-1.el9.noarch',
  '0:pkg10-1.10-10.el9.noarch',
  '0:pkg11-1.11-11.el9.noarch',
  '0:pkg12-1.12-12.el9.noarch',
  '0:pkg12-9.9-12.el9.noarch',
  '0:pkg2-1.2-2.el9.noarch',
  '0:pkg5-1.5-5.el9.noarch',
  '0:pkg6-1.6-6.el9.noarch',
  '0:pkg8-1.8-8.el9.noarch',
  '0:pkg9-1.9-9.el9.noarch',
  '3:docker-ce-24.0.5-4.el9.noarch',
]

/** A `Packages.db` of rpm's ndb layout: header, a page of slots (the first of them erased), blobs in blocks of 16 bytes. */
function ndb(blobs: readonly Uint8Array[]): Uint8Array {
  const file = Buffer.alloc(4096 + blobs.reduce((size, blob) => size + 16 + Math.ceil(blob.length / 16) * 16, 0))
  file.write('RpmP')
  file.writeUInt32LE(1, 12)
  for (let slot = 32; slot < 4096; slot += 16) file.write('Slot', slot)
  let start = 4096
  blobs.forEach((blob, index) => {
    const slot = 48 + index * 16
    file.writeUInt32LE(index + 1, slot + 4)
    file.writeUInt32LE(start / 16, slot + 8)
    file.write('BlbS', start)
    file.writeUInt32LE(index + 1, start + 4)
    file.writeUInt32LE(blob.length, start + 12)
    file.set(blob, start + 16)
    start += 16 + Math.ceil(blob.length / 16) * 16
  })
  return file
}

test('every backend lists the same packages', (t) => {
  t.deepEqual(names(sqlite), installed)
  t.deepEqual(names(bdb), installed)
  t.deepEqual(names(ndb(bdbBlobs(bdb))), installed)
})

test('what is no database is a problem', (t) => {
  t.is(names(new Uint8Array()), 'no readable rpm database: unknown format')
  t.is(names(new TextEncoder().encode('#!/bin/sh\nexit 0\n')), 'no readable rpm database: unknown format')
  t.regex(String(names(sqlite.subarray(0, 8192))), /beyond the end of the file/)
  t.regex(String(names(bdb.subarray(0, 50_000))), /no readable rpm database/)
})

for (const [name, file] of [
  ['sqlite', sqlite],
  ['bdb', bdb],
  ['ndb', ndb(bdbBlobs(bdb))],
] as const) {
  test(`a damaged ${name} file is a problem or holds no more packages than before`, (t) => {
    const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), {minLength: 1, maxLength: 20})
    fc.assert(
      fc.property(damage, fc.boolean(), (bytes, atStart) => {
        const damaged = Uint8Array.from(file)
        for (const [at, byte] of bytes) damaged[atStart ? at % 5000 : at] = byte
        const read = readRpmDatabase(damaged)
        t.true(read.ok ? [...read.value.values()].flat().length <= installed.length : read.problem.message.length > 0)
      }),
    )
  })
}
