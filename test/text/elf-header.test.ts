import {readFileSync, statSync} from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import {type ElfHeader, readExecutableHead} from '../../src/text/elf-header.ts'

const goArch: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm',
  s390x: 's390x',
  riscv64: 'riscv64',
}

/** A file header as `readelf -h` would show it; program headers follow at once. */
function header(machine: number, {type = 2, shoff = 0, segments = [] as readonly number[][]} = {}): Uint8Array {
  const bytes = new Uint8Array(64 + segments.length * 56)
  const view = new DataView(bytes.buffer)
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, type, true)
  view.setUint16(18, machine, true)
  view.setBigUint64(32, 64n, true)
  view.setBigUint64(40, BigInt(shoff), true)
  view.setUint16(54, 56, true)
  view.setUint16(56, segments.length, true)
  view.setUint16(58, 64, true)
  view.setUint16(60, shoff ? 10 : 0, true)
  segments.forEach(([kind = 0, offset = 0, length = 0], index) => {
    view.setUint32(64 + index * 56, kind, true)
    view.setBigUint64(64 + index * 56 + 8, BigInt(offset), true)
    view.setBigUint64(64 + index * 56 + 32, BigInt(length), true)
  })
  return bytes
}

function elf(head: Uint8Array): ElfHeader {
  const read = readExecutableHead(head)
  if (read.kind !== 'elf') throw new Error(read.kind)
  return read.elf
}

test('the running program', (t) => {
  const read = elf(readFileSync(process.execPath).subarray(0, 4096))
  t.is(read.arch, goArch[process.arch] ?? process.arch)
  t.is(read.bits, 64)
  t.true(read.isDynamic)
  t.regex(read.interpreter ?? '', /^\/.*ld-/)
  t.true(read.minimumSize > 4096 && read.minimumSize <= statSync(process.execPath).size)
})

test('a static program without a loader', (t) => {
  const read = elf(
    header(183, {
      segments: [
        [1, 0, 4000],
        [4, 4000, 96],
      ],
      shoff: 5000,
    }),
  )
  t.deepEqual(read, {
    bits: 64,
    endian: 'little',
    arch: 'arm64',
    type: 'executable',
    isDynamic: false,
    interpreter: undefined,
    minimumSize: 5640,
  })
})

test('a head that ends before the program headers or the path of the loader does not guess', (t) => {
  const whole = header(62, {
    segments: [
      [3, 5000, 28],
      [1, 0, 9000],
    ],
  })
  t.like(elf(whole), {isDynamic: true, interpreter: undefined, minimumSize: 9000})
  t.like(elf(whole.subarray(0, 64)), {isDynamic: undefined, interpreter: undefined, minimumSize: 176})
})

test('scripts, empty files, cut and other files', (t) => {
  const head = (text: string) => readExecutableHead(new TextEncoder().encode(text))
  t.deepEqual(head('#! /usr/bin/env  bash -e\nexit 0\n'), {
    kind: 'script',
    interpreter: '/usr/bin/env',
    argument: 'bash -e',
  })
  t.deepEqual(head('#!/bin/sh'), {kind: 'script', interpreter: '/bin/sh', argument: undefined})
  t.deepEqual(head(''), {kind: 'empty'})
  t.deepEqual(head('\x7fELF'), {kind: 'broken-elf'})
  t.deepEqual(head('<html>404'), {kind: 'other'})
})

test('any bytes after the magic are read without an exception, within the bounds of the head', (t) => {
  const tail = fc.uint8Array({maxLength: 200})
  fc.assert(
    fc.property(tail, fc.constantFrom(1, 2), fc.constantFrom(1, 2), (bytes, bits, endian) => {
      const read = readExecutableHead(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, bits, endian, ...bytes]))
      const headerSize = bits === 1 ? 52 : 64
      t.is(read.kind, bytes.length + 6 < headerSize ? 'broken-elf' : 'elf')
      if (read.kind === 'elf') t.true(read.elf.minimumSize >= headerSize)
    }),
  )
})
