import {execFileSync, spawnSync} from 'node:child_process'
import {chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {plant} from './debian.ts'

/** What a machine is, as far as a shell script can tell. */
export interface Machine {
  /** What `uname -m` says. */
  readonly machine: string
  readonly libc: 'glibc' | 'musl' | 'glibc beside musl'
  readonly hasAvx2?: boolean
}

/**
 * Makes a system of BusyBox alone in a directory, to run by chroot. That of musl has no loader of glibc where others have it;
 * BusyBox itself finds its own under another name there.
 */
export function installSmallSystem(root: string, {machine, libc, hasAvx2 = true}: Machine): void {
  for (const directory of ['bin', 'dev', 'home', 'tmp']) mkdirSync(join(root, directory), {recursive: true})
  chmodSync(join(root, 'tmp'), 0o777)
  const libraries = linkedFiles('/bin/busybox')
  const loader = libraries.find((path) => /\/ld-[^/]*$/.test(path)) ?? ''
  const hidden = libc === 'musl' ? `${loader.slice(0, -1)}9` : loader
  for (const path of libraries) {
    const copy = join(root, path === loader ? hidden : path)
    mkdirSync(dirname(copy), {recursive: true})
    copyFileSync(path, copy)
  }
  plant(join(root, 'bin/busybox'), replaced(readFileSync('/bin/busybox'), loader, hidden), 0o755)
  for (const name of applets) symlinkSync('busybox', join(root, 'bin', name))
  if (libc !== 'glibc') plant(join(root, 'lib', 'ld-musl-x86_64.so.1'), '')
  plant(join(root, 'proc/cpuinfo'), `flags : fpu sse4_2 ${hasAvx2 ? 'avx avx2' : 'avx'} lm\n`)
  plant(join(root, 'usr/local/bin/uname'), `#!/bin/sh\necho ${machine}\n`, 0o755)
  writeFileSync(join(root, 'dev/null'), '')
  chmodSync(join(root, 'dev/null'), 0o666)
}

/** Runs a program in such a system, as root or as an ordinary user. */
export function runInside(root: string, argv: readonly string[], user: 'root' | 'user' = 'root') {
  const as = user === 'root' ? [] : ['--userspec=65534:65534']
  const env = {PATH: '/usr/local/bin:/bin', HOME: '/home'}
  return spawnSync('/usr/sbin/chroot', [...as, root, ...argv], {encoding: 'utf8', env, timeout: 60_000})
}

const applets = 'awk cat chmod cmp cp dirname env grep id ls mkdir mktemp mv rm rmdir sed sh sha256sum'.split(' ')

/** The loader and the libraries of a program. */
function linkedFiles(program: string): readonly string[] {
  const lines = execFileSync('ldd', [program], {encoding: 'utf8'}).split('\n')
  return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? [])
}

/** The bytes with one text in place of another of the same length. */
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
