import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import type {CniOptions} from './containerd-cri.ts'

/** What lies in a directory of a scratch root: text, a link, a directory, or Debian's plugin of the same name. */
type Entry = string | {readonly link: string} | 'a directory' | Uint8Array

/** A node in a scratch root, with the directories its containerd is told to read. */
export interface CniNodeState {
  readonly confDir?: string
  readonly maxConfNum?: number
  /** Files by their path; those without a leading slash lie in the default configuration directory. */
  readonly files: Readonly<Record<string, Entry>>
  /** Plugins left out of those that Debian packages. */
  readonly without?: readonly string[]
}

/** Debian's containernetworking-plugins. */
export const debianPlugins = '/usr/lib/cni'

/** Makes scratch roots that look like a node with containerd, kubelet and Debian's plugins in /opt/cni/bin. */
export class CniNodes {
  readonly #directory = mkdtempSync(join(tmpdir(), 'npf-cni-'))
  #count = 0

  /** The root of a new node. */
  make({confDir, maxConfNum, files, without = []}: CniNodeState): string {
    const root = join(this.#directory, String(++this.#count))
    const options = [
      ...(confDir === undefined ? [] : [`conf_dir = "${confDir}"`]),
      ...(maxConfNum === undefined ? [] : [`max_conf_num = ${maxConfNum}`]),
    ]
    write(
      root,
      '/etc/containerd/config.toml',
      `version = 2\n[plugins."io.containerd.grpc.v1.cri".cni]\n${options.join('\n')}\n`,
    )
    write(root, '/etc/os-release', 'ID=debian\n')
    for (const program of ['/usr/bin/kubelet', '/usr/bin/containerd', '/usr/sbin/iptables']) {
      write(root, program, '#!/bin/sh\n')
      chmodSync(join(root, program), 0o755)
    }
    place('/bin/dash', join(root, 'bin/sh'))
    place('/lib64/ld-linux-x86-64.so.2', join(root, 'lib64/ld-linux-x86-64.so.2'))
    mkdirSync(join(root, 'etc/cni/net.d'), {recursive: true})
    for (const plugin of readdirSync(debianPlugins).filter((name) => !without.includes(name))) {
      place(join(debianPlugins, plugin), join(root, 'opt/cni/bin', plugin))
    }
    for (const [path, entry] of Object.entries(files)) {
      write(root, path.startsWith('/') ? path : `/etc/cni/net.d/${path}`, entry)
    }
    return root
  }

  close(): void {
    rmSync(this.#directory, {recursive: true, force: true})
  }
}

/** The same directories for the containerd of this machine, which does not live in the root. */
export function optionsIn(root: string, {confDir = '/etc/cni/net.d', maxConfNum}: CniNodeState): CniOptions {
  const options = {bin_dir: `${root}/opt/cni/bin`, conf_dir: `${root}${confDir}`}
  return maxConfNum === undefined ? options : {...options, max_conf_num: maxConfNum}
}

function write(root: string, path: string, entry: Entry): void {
  const target = join(root, path)
  mkdirSync(dirname(target), {recursive: true})
  rmSync(target, {force: true})
  if (entry === 'a directory') mkdirSync(target)
  else if (typeof entry === 'object' && 'link' in entry) symlinkSync(entry.link, target)
  else writeFileSync(target, entry, {mode: path.startsWith('/opt/') ? 0o755 : 0o644})
}

/** Linked where both lie on one file system, which spares copying megabytes for every node. */
function place(from: string, to: string): void {
  mkdirSync(dirname(to), {recursive: true})
  try {
    linkSync(realpathSync(from), to)
  } catch {
    copyFileSync(from, to)
  }
}
