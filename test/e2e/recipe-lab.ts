import {execFileSync, spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {rmSync} from 'node:fs'
import {chmod, mkdir, mkdtemp, readFile, symlink, truncate, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {dirname, join, resolve} from 'node:path'
import {text as textOf} from 'node:stream/consumers'
import type {SnapshotDocument} from '../../src/host/snapshot-document.ts'
import {plainValue} from '../../src/text/document.ts'
import {parseYamlDocuments} from '../../src/text/yaml.ts'

/** The built program that the recipes put to use. */
export const executable = resolve('dist/node-preflight')

/** A program of the Python packages that scripts/e2e.sh installs to judge formats. */
export const judge = (name: string): string => resolve('node_modules/.cache/judges/bin', name)

/** What the built program prints for a recipe. */
export const recipe = (name: string): string => execFileSync(executable, ['generate', name], {encoding: 'utf8'})

/** The documents of a recipe in YAML. */
export function documentsOf(name: string): readonly unknown[] {
  const parsed = parseYamlDocuments(recipe(name))
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.value.map(plainValue)
}

/** How a process ended, and all it printed. */
export interface Ended {
  readonly code: number | null
  readonly text: string
}

/** Runs a program to its end, with these variables besides its own environment. */
export function ended(argv: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string): Ended {
  const [program = '', ...args] = argv
  const {status, stdout, stderr} = spawnSync(program, args, {encoding: 'utf8', env: {...process.env, ...env}, cwd})
  return {code: status, text: stdout + stderr}
}

/** The same without holding up this process, which may have to answer that one. */
export async function ending(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {env: {...process.env, ...env}})
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), closed])
  return {code, text: stdout + stderr}
}

/** A text with these parts replaced wherever they stand; a part that is not there is a mistake. */
export function adapted(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`'${from}' is not in the recipe`)
    return result.replaceAll(from, to)
  }, text)
}

/** What makes a recipe download the built program and accept its checksum. */
export async function download(): Promise<Readonly<Record<string, string>>> {
  const sum = createHash('sha256')
    .update(await readFile(executable))
    .digest('hex')
  return {'https://downloads.example.org/node-preflight-linux-x64': `file://${executable}`, ['0'.repeat(64)]: sum}
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, {recursive: true, force: true})
})

/** A new folder, which holds executable scripts by these names and is gone when the tests are. */
export async function folderWith(scripts: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'))
  folders.push(folder)
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), script)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

/** The root file system of a recorded host, as far as it was recorded. */
export async function rootOf(host: string): Promise<string> {
  const {files = {}}: SnapshotDocument = JSON.parse(await readFile(`test/hosts/${host}.json`, 'utf8'))
  const root = await folderWith()
  for (const [path, entry] of Object.entries(files)) {
    const file = typeof entry === 'string' ? {content: entry} : entry
    const at = join(root, path)
    await mkdir(file.directory ? at : dirname(at), {recursive: true})
    if (file.symlink !== undefined) await symlink(file.symlink, at)
    const content = file.base64 === undefined ? file.content : Buffer.from(file.base64, 'base64')
    if (content === undefined) continue
    await writeFile(at, content)
    if (file.size !== undefined) await truncate(at, file.size)
    await chmod(at, Number.parseInt(file.mode ?? '0644', 8))
  }
  return root
}
