import {nearest} from '../text/nearest.ts'

/** What is wrong with a snapshot document; `path` leads to the member. */
export interface Mistake {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly hint?: string
}

/** The first thing in a JSON value that the snapshot format does not allow, or undefined. */
export function checkSnapshot(value: unknown): Mistake | undefined {
  return document(value, [])
}

/** Where a check is, one array for the whole document, for recordings have thousands of members. */
type Path = (string | number)[]
type Check = (value: unknown, path: Path) => Mistake | undefined

const text = test('a string', (value) => typeof value === 'string')
const whole = test('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
const yes = test('true', (value) => value === true)
const octal = test('an octal string such as "0644"', (value) => typeof value === 'string' && /^[0-7]{1,4}$/.test(value))
const time = test('an ISO 8601 time', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
const base64 = test('base64', (value) => typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value))

const file = members({
  absent: yes,
  unreadable: text,
  content: text,
  base64,
  size: whole,
  symlink: test('a non-empty string', (value) => typeof value === 'string' && value !== ''),
  directory: yes,
  entries: items(text),
  type: oneOf('file', 'directory', 'symlink', 'socket', 'fifo', 'device'),
  mode: octal,
  uid: whole,
  gid: whole,
  mtime: time,
  selinux: test('a string or null', (value) => typeof value === 'string' || value === null),
  unreadableLabel: text,
})

const command = members(
  {
    argv: items(text, 1),
    exitCode: test('a whole number', (value) => Number.isSafeInteger(value)),
    stdout: text,
    stderr: text,
    absent: yes,
    unreadable: text,
  },
  ['argv'],
)

const document = members(
  {
    apiVersion: oneOf('node-preflight/v1'),
    kind: oneOf('Snapshot'),
    host: members({name: text, capturedAt: time, mode: oneOf('root')}, ['name', 'capturedAt']),
    unlisted: oneOf('absent', 'unknown'),
    files: paths((value, path) => (typeof value === 'string' ? undefined : file(value, path))),
    commands: items(command),
    hardware: members({
      processors: whole,
      memoryBytes: whole,
      productUuid: text,
      virtualization: text,
      unreadable: text,
    }),
  },
  ['apiVersion', 'kind', 'host'],
)

function test(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? undefined : mistakeAt(path, `must be ${expected}`))
}

function oneOf(...allowed: readonly string[]): Check {
  return test(allowed.map((value) => `"${value}"`).join(' or '), (value) => allowed.some((other) => other === value))
}

function items(check: Check, least = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least) {
      return mistakeAt(path, `must be a list${least > 0 ? ' that is not empty' : ''}`)
    }
    return first([...value.keys()], path, (index) => check(value[index], path))
  }
}

function members(checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    if (!isObject(value)) return mistakeAt(path, 'must be an object')
    const mistake = first(Object.keys(value), path, (key) => {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined
      return check ? check(value[key], path) : unknownKey(key, Object.keys(checks), path)
    })
    const missing = required.find((key) => !Object.hasOwn(value, key))
    return mistake ?? (missing === undefined ? undefined : mistakeAt(path, `lacks "${missing}"`))
  }
}

function paths(check: Check): Check {
  return (value, path) => {
    if (!isObject(value)) return mistakeAt(path, 'must be an object')
    return first(Object.keys(value), path, (key) => {
      if (!key.startsWith('/') || (key !== '/' && abnormal.test(key)))
        return {path: [...path], message: `"${key}" must be an absolute path without "." and ".."`}
      return check(value[key], path)
    })
  }
}

/** An empty component, `.` or `..`. */
const abnormal = /\/\.{0,2}(?:\/|$)/

function unknownKey(key: string, known: readonly string[], path: Path): Mistake {
  const close = nearest(key, known)
  return {
    path: [...path],
    message: `${shown(path.slice(0, -1))} has no member "${key}"`,
    hint: close === undefined ? `it may hold ${known.join(', ')}` : `did you mean "${close}"?`,
  }
}

/** The first mistake in members, each of which is checked with its key at the end of the path. */
function first<K extends string | number>(
  keys: readonly K[],
  path: Path,
  check: (key: K) => Mistake | undefined,
): Mistake | undefined {
  for (const key of keys) {
    path.push(key)
    const mistake = check(key)
    path.pop()
    if (mistake) return mistake
  }
  return undefined
}

const mistakeAt = (path: Path, what: string): Mistake => ({path: [...path], message: `${shown(path)} ${what}`})

function shown(path: Path): string {
  return path.length === 0
    ? 'the document'
    : path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(' ')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
