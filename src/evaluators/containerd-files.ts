import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {isGlob, matchesGlob} from '../text/glob.ts'
import {parseToml} from '../text/toml.ts'

/** One file of containerd's configuration. */
export interface ContainerdFile {
  readonly path: string
  readonly document: DocumentNode
}

/** The files containerd reads in order, imports that name a missing file, and what keeps it from reading them all. */
export interface ContainerdFiles {
  readonly files: readonly ContainerdFile[]
  readonly missingImports: readonly {readonly path: string; readonly source: Origin}[]
  readonly isAbsent: boolean
  readonly problem?: {readonly reason: string; readonly source: Origin}
}

/**
 * Reads a configuration file and what it imports, breadth first as containerd does: relative paths count from the importing
 * file, patterns expand to sorted names, each file is read once (LoadConfig in cmd/containerd/server/config).
 */
export async function readContainerdFiles(probe: Probe, main: string): Promise<ContainerdFiles> {
  const files: ContainerdFile[] = []
  const missingImports: {path: string; source: Origin}[] = []
  const pending: {path: string; source: Origin}[] = [{path: main, source: {kind: 'file', path: main}}]
  const seen = new Set<string>()
  const result = (more: Partial<ContainerdFiles> = {}) => ({files, missingImports, isAbsent: false, ...more})
  for (let next = pending.shift(); next && seen.size < maxFiles; next = pending.shift()) {
    if (seen.has(next.path)) continue
    seen.add(next.path)
    const text = await probe.readFile(next.path)
    if (text.state === 'absent') {
      if (next.path === main) return result({isAbsent: true})
      missingImports.push(next)
      continue
    }
    if (text.state === 'unreadable') {
      return result({problem: {reason: `${next.path}: ${text.reason}`, source: text.source}})
    }
    const parsed = parseToml(text.value)
    if (!parsed.ok) {
      const {line, message} = parsed.problem
      const source: Origin = {kind: 'file', path: next.path, line}
      return result({problem: {reason: `${next.path} line ${line}: ${message}`, source}})
    }
    files.push({path: next.path, document: parsed.value})
    pending.push(...(await importsOf(probe, next.path, parsed.value)))
  }
  return result()
}

async function importsOf(probe: Probe, parent: string, document: DocumentNode) {
  const found: {path: string; source: Origin}[] = []
  for (const {value, line} of itemsOf(nodeAt(document, 'imports')) ?? []) {
    if (typeof value !== 'string') continue
    const source: Origin = {kind: 'file', path: parent, line}
    const path = cleaned(value.startsWith('/') ? value : `${parent.slice(0, parent.lastIndexOf('/'))}/${value}`)
    const paths = value.includes('*') ? await expand(probe, path) : [path]
    found.push(...paths.map((each) => ({path: each, source})))
  }
  return found
}

/** A path as containerd cleans it, by its text alone. */
function cleaned(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return `/${kept.join('/')}`
}

/** The paths a pattern matches, directory by directory and sorted within each. */
async function expand(probe: Probe, pattern: string): Promise<readonly string[]> {
  let paths = ['']
  for (const part of pattern.split('/').filter((piece) => piece !== '' && piece !== '.')) {
    const next: string[] = []
    for (const path of paths) {
      const listed = isGlob(part) ? await probe.list(path === '' ? '/' : path) : undefined
      const names = listed?.state === 'read' ? listed.value.filter((name) => matchesGlob(part, name)) : []
      next.push(...(listed ? names : [part]).map((name) => `${path}/${name}`))
    }
    paths = next
  }
  const statuses = await probe.status(paths, {follow: true})
  return paths.filter((path) => statuses.get(path)?.state !== 'absent')
}

const maxFiles = 256
