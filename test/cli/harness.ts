import {mkdir, mkdtemp, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {run} from '../../src/cli/run.ts'

/** What one command line printed and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line with recorded streams. */
export async function cli(...argv: readonly string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const code = await run(argv, {
    out: {write: (text) => (out += text)},
    err: {write: (text) => (err += text)},
    env: {},
  })
  return {code, out, err}
}

/** A new folder with these files. */
export async function folder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'node-preflight-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), {recursive: true})
    await writeFile(join(root, path), content)
  }
  return root
}

/** A snapshot of a Debian host that lists these files. */
export const snapshotOf = (files: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-12-01T03:00:00Z'},
    unlisted: 'absent',
    files: {'/etc/os-release': 'ID=debian\nVERSION_ID="13"\nPRETTY_NAME="Debian 13"\n', ...files},
  })

/** A rule file on the distribution family. */
export const ruleOf = (id: string, assert: string, more = ''): string => `id: ${id}
title: The family is wrong
severity: error
assert: '${assert}'
message: '"the family is " + os.family'
why: Commands for another family do not work.
fix: {text: Install Debian., commands: {debian: 'debootstrap /mnt {{os.family}}'}}
references: [https://example.org]
${more}`
