import {execFileSync} from 'node:child_process'
import {existsSync, linkSync, mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** One socket that lies at every path by links, because making each takes a process. */
function socket(): string {
  const path = join(scratch, 'socket')
  const bind = 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])'
  if (!existsSync(path)) execFileSync('python3', ['-c', bind, path])
  return path
}

/** A directory on the file system of the roots. */
export const scratch = mkdtempSync(join(tmpdir(), 'npf-hostile-'))

/** Ways to plant something hostile at a path of which the directory exists. */
export const kinds: Readonly<Record<string, (path: string) => void>> = {
  'a FIFO': (path) => execFileSync('mkfifo', [path]),
  'a socket': (path) => linkSync(socket(), path),
  'a device that never ends': (path) => execFileSync('mknod', [path, 'c', '1', '5']),
  'a terminal': (path) => execFileSync('mknod', [path, 'c', '5', '0']),
  'a directory': (path) => mkdirSync(path),
  'a link to itself': (path) => symlinkSync(path.slice(path.lastIndexOf('/') + 1), path),
  'a link out, absolute': (path) => symlinkSync('/proc/1/environ', path),
  'a link out by dots': (path) => symlinkSync(`${'../'.repeat(40)}etc/passwd`, path),
  'a sparse file of 10 GB': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 10_000_000_000)
  },
  'NUL bytes': (path) => writeFileSync(path, Buffer.alloc(100_000)),
  'invalid UTF-8': (path) => writeFileSync(path, Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0xc3])),
  'a line of 10 MB': (path) => writeFileSync(path, 'a'.repeat(10_000_000)),
  'a million empty lines': (path) => writeFileSync(path, '\n'.repeat(1_000_000)),
  'open brackets': (path) => writeFileSync(path, '['.repeat(200_000)),
  'open mappings': (path) => writeFileSync(path, '{"a":'.repeat(100_000)),
  'aliases that unfold': (path) =>
    writeFileSync(
      path,
      [
        'a: &a [x, x]',
        ...[...'bcdefghijklmnopqrstuvw'].map(
          (name, index) => `${name}: &${name} [${`*${'abcdefghijklmnopqrstuvw'[index]},`.repeat(9)}]`,
        ),
      ].join('\n'),
    ),
  'names of object members': (path) =>
    writeFileSync(
      path,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: systemd expands it
      '__proto__=1\nconstructor=2\n[__proto__]\ntoString=1\n[Service]\nExecStart=$__proto__ ${constructor} "\nEnvironment="\n',
    ),
  'the same in JSON': (path) =>
    writeFileSync(
      path,
      '{"__proto__": {"a": 1}, "constructor": 1, "plugins": [{"type": {"__proto__": 1}}], "iptables": {}, "bip": []}',
    ),
}

/** Makes the directories above a path and plants there. */
export function plant(root: string, path: string, kind: (path: string) => void): void {
  const place = join(root, path)
  mkdirSync(join(place, '..'), {recursive: true})
  kind(place)
}
