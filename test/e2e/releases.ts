import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {plant} from './debian.ts'

/** Where everything lies that a test of install.sh makes. */
export const workshop = mkdtempSync(join(tmpdir(), 'npf-install-'))

/** The script that installs, as it is in the repository. */
export const installer = resolve('install.sh')

/** A new directory in the workshop. */
export const freshFolder = (name = 'folder'): string => mkdtempSync(join(workshop, `${name}-`))

const targets = ['linux-x64', 'linux-x64-baseline', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl']

/** The names of the executables of a release. */
export const releaseFiles = targets.map((target) => `node-preflight-${target}`)

/** An executable that tells its version, and of other arguments what they were, with exit code 3. */
export const fakeExecutable = (version: string): string => `#!/bin/sh
[ "$*" != --version ] || { echo ${version}; exit 0; }
for each; do printf '[%s]' "$each"; done
echo
exit 3
`

/** Puts a release into a directory; each executable's version is the name of its target unless one is given. */
export function plantRelease(place: string, version?: string, text = fakeExecutable): string {
  for (const target of targets) plant(join(place, `node-preflight-${target}`), text(version ?? target), 0o755)
  writeSums(place)
  return place
}

/** Writes the checksums of what is in a directory. */
export function writeSums(place: string): void {
  const digest = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(place, name)))
      .digest('hex')
  const names = readdirSync(place).filter((name) => name.startsWith('node-preflight-'))
  plant(join(place, 'SHA256SUMS'), names.map((name) => `${digest(name)}  ${name}\n`).join(''))
}

/** How a run of install.sh ended. */
export interface Installed {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a run may have of its own. */
interface RunOptions {
  readonly script?: string
  readonly cwd?: string
  readonly path?: string
}

/** Runs install.sh in a shell; a `sudo` that it calls is an error. */
export function install(shell: readonly string[], args: readonly string[], options: RunOptions = {}): Installed {
  const [command, words, rest] = commandOf(shell, args, options)
  return withoutSudo(spawnSync(command, words, {...rest, encoding: 'utf8', timeout: 120_000}))
}

/** The same beside a server of this process. */
export async function installMeanwhile(args: readonly string[], options: RunOptions = {}): Promise<Installed> {
  const [command, words, rest] = commandOf(['/bin/dash'], args, options)
  const child = spawn(command, words, rest)
  const texts = {stdout: '', stderr: ''}
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (texts[name] += chunk))
  const [status] = await once(child, 'close')
  return withoutSudo({status, ...texts})
}

function commandOf(shell: readonly string[], args: readonly string[], options: RunOptions) {
  const {script = installer, cwd = '/', path = process.env.PATH} = options
  const tools = join(workshop, 'tools')
  plantSudo(tools, sudoCalled)
  const [program = '', ...words] = [...shell, script, ...args]
  const env = {...process.env, PATH: `${tools}:${path}`}
  return ['/usr/bin/env', [program, ...words], {cwd, env}] as const
}

/** Plants a `sudo` that leaves a file when it is called. */
export function plantSudo(directory: string, called: string): void {
  plant(join(directory, 'sudo'), `#!/bin/sh\necho "$*" >${called}\nexit 1\n`, 0o755)
}

const sudoCalled = join(workshop, 'sudo-called')

function withoutSudo({status, stdout, stderr}: Installed): Installed {
  if (!existsSync(sudoCalled)) return {status, stdout, stderr}
  rmSync(sudoCalled)
  throw new Error('install.sh called sudo')
}

/** What an installed executable says of its version. */
export const versionOf = (file: string): string => spawnSync(file, ['--version'], {encoding: 'utf8'}).stdout.trim()

/** The last line of a text. */
export const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''
