import {spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'

/** Makes a minimal Debian 12 in a directory, of the packages of Debian's default mirror. */
export function installDebian(root: string): void {
  run('debootstrap', '--variant=minbase', 'bookworm', root)
}

/** Installs a package by dpkg that brings one program, which is a script. */
export function installProgram(root: string, name: string, version: string, script: string, program = name): void {
  const folder = join(root, 'deb')
  plant(join(folder, 'usr/bin', program), script, 0o755)
  plant(
    join(folder, 'DEBIAN/control'),
    `Package: ${name}\nVersion: ${version}\nArchitecture: all\nMaintainer: nobody <n@example.org>\nDescription: ${name}\n`,
  )
  const file = join(root, `${name}.deb`)
  run('dpkg-deb', '--build', folder, file)
  run('dpkg', '--root', root, '--install', file)
  rmSync(folder, {recursive: true})
  rmSync(file)
}

/** Writes a file, with the directories above it. */
export function plant(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  chmodSync(path, mode)
}

/** Runs a program that must succeed. */
export function run(...[program = '', ...args]: readonly string[]): void {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'}
  const {status, stderr, error} = spawnSync(program, args, {encoding: 'utf8', env, timeout: 540_000})
  if (error || status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
