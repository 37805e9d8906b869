import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {readExecutableHead} from '../text/elf-header.ts'

/** The architecture of the host's programs in Go's spelling, as in `amd64`: a 64-bit kernel may run a 32-bit system. */
export async function architecture(probe: Probe): Promise<Leaf<string>> {
  for (const path of ['/bin/sh', '/sbin/init', '/usr/bin/env', '/bin/busybox']) {
    const head = await probe.readHead(path, 4096)
    const executable = head.state === 'read' ? readExecutableHead(head.value) : undefined
    if (executable?.kind === 'elf') return at(executable.elf.arch, {kind: 'file', path})
  }
  const machine = await probe.run(['uname', '-m'])
  const name = machine.state === 'read' ? machine.value.stdout.trim() : ''
  if (name !== '') return at(goNames[name] ?? name, machine.source)
  return unknown('neither a shell nor an init program to read it from', {kind: 'file', path: '/bin/sh'})
}

const goNames: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  aarch64: 'arm64',
  armv7l: 'arm',
  armv6l: 'arm',
  i686: '386',
}
