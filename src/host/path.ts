/** What a walk finds at one path: a link's text, a directory, anything else, nothing, or that nobody can tell. */
export type Step = {readonly link: string} | 'directory' | 'other' | 'absent' | 'unknown'

/** Looks at one absolute path, the directories of which hold no links, without following it. */
export type LookUp = (path: string) => Step | Promise<Step>

/**
 * Where a path ends; `path` is absolute, free of `..` and, as far as the walk could see, of links. Of an absent path it
 * names something that surely is not there.
 */
export interface Resolved {
  readonly state: 'there' | 'absent' | 'loop' | 'unknown'
  readonly path: string
}

/** How many links one path may pass, as the kernel's MAXSYMLINKS. */
export const maxLinks = 40

/**
 * Follows a path component by component inside a root: absolute link targets begin at that root and `..` never leaves it.
 * With `followLast` false the last component may itself be a link, as for lstat.
 */
export async function resolvePath(path: string, lookUp: LookUp, followLast = true): Promise<Resolved> {
  const walk = walkOf(path, followLast)
  let next = walk.next()
  while (!next.done) {
    const found = lookUp(next.value)
    next = walk.next(found instanceof Promise ? await found : found)
  }
  return next.value
}

/** The same where every step is known at once. */
export function resolveKnown(path: string, lookUp: (path: string) => Step, followLast = true): Resolved {
  const walk = walkOf(path, followLast)
  let next = walk.next()
  while (!next.done) next = walk.next(lookUp(next.value))
  return next.value
}

/** Asks for each path on the way and goes on by what is found there. */
function* walkOf(path: string, followLast: boolean): Generator<string, Resolved, Step> {
  const pending = componentsOf(path).reverse()
  let current = '/'
  let links = 0
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '..') {
      current = parentOf(current)
      continue
    }
    const next = joinPath(current, name)
    const step = yield next
    if (typeof step === 'object' && (followLast || pending.length > 0)) {
      links += 1
      if (links > maxLinks) return {state: 'loop', path: next}
      if (step.link.startsWith('/')) current = '/'
      pending.push(...componentsOf(step.link).reverse())
      continue
    }
    const isLast = pending.length === 0
    if (step === 'absent' || (step === 'other' && !isLast)) {
      return {state: 'absent', path: [next, ...pending.reverse().filter((rest) => rest !== '..')].join('/')}
    }
    if (isLast) return {state: step === 'unknown' ? 'unknown' : 'there', path: next}
    current = next
  }
  return {state: 'there', path: current}
}

/** An absolute path without empty components, `.` and `..`, the last of which stop at the root. */
export function normalPath(path: string): string {
  const kept: string[] = []
  for (const name of componentsOf(path)) {
    if (name === '..') kept.pop()
    else kept.push(name)
  }
  return `/${kept.join('/')}`
}

/** The directory a normal path lies in; the root lies in itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1))
}

/** The last component of a normal path; empty for the root. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A name inside a normal directory path. */
export function joinPath(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`
}

/** Whether a normal path is the directory itself or lies below it. */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)
}

function componentsOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}
