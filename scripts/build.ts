import {execFileSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {arch, pid} from 'node:process'

/**
 * Builds the npm package (dist/npm) and the executable of this machine (dist/node-preflight); with `--all` the executables
 * of every target with their SHA-256 sums in dist/release.
 */
const targets = ['linux-x64', 'linux-x64-baseline', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl'] as const
const entry = 'src/cli/main.ts'

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, {stdio: ['ignore', 'ignore', 'inherit']})

run('node_modules/.bin/tsx', 'scripts/bundle.ts')
buildPackage()
const wanted = process.argv.includes('--all') ? targets : [arch === 'arm64' ? 'linux-arm64' : 'linux-x64']
const sums = wanted.map(buildExecutable)
if (wanted.length === targets.length) writeFileSync('dist/release/SHA256SUMS', `${sums.join('\n')}\n`)
// By renaming, for one that is running cannot be written.
copyFileSync(`dist/release/node-preflight-${wanted[0]}`, `dist/node-preflight.${pid}`)
renameSync(`dist/node-preflight.${pid}`, 'dist/node-preflight')

function buildPackage(): void {
  rmSync('dist/npm', {recursive: true, force: true})
  run(
    'node_modules/.bin/bun',
    'build',
    '--target=node',
    '--packages=external',
    '--splitting',
    '--outdir=dist/npm',
    entry,
  )
  for (const name of readdirSync('dist/npm')) keepAttributes(join('dist/npm', name))
}

/** Puts back what bun drops from imports it leaves to Node, which reads JSON only where it is told to. */
function keepAttributes(file: string): void {
  const text = readFileSync(file, 'utf8').replace(/\bfrom "#rules"(?! with)/g, '$& with {type: "json"}')
  writeFileSync(file, text)
}

function buildExecutable(target: string): string {
  mkdirSync('dist/release', {recursive: true})
  const file = `dist/release/node-preflight-${target}`
  run(
    'node_modules/.bin/bun',
    'build',
    '--compile',
    '--splitting',
    '--bytecode',
    '--minify',
    '--format=esm',
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    `--target=bun-${target}`,
    `--outfile=${file}`,
    entry,
  )
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  node-preflight-${target}`
}
