import {remembered} from './remembered.ts'

/** A version as far as it can be compared: what a distribution appended is kept in `text` only. */
export interface Version {
  /** As written, without the leading `v` or epoch. */
  readonly text: string
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** All numbers in order; kernels and old tools have more or fewer than three. */
  readonly numbers: readonly number[]
  readonly prerelease: Prerelease | undefined
}

/** A stage before the release, such as `rc.1`: later stages rank higher, then the numbers decide. */
export interface Prerelease {
  readonly stage: 'dev' | 'alpha' | 'beta' | 'rc'
  readonly numbers: readonly number[]
}

/**
 * Reads the version that a text begins with, tolerant of what surrounds it on real hosts: `v1.30.2+k3s1`, `1.27+`,
 * `5:20.10.7~ce-3-0~ubuntu`, `1.27.3-00`, `6.1.0-18-amd64`; undefined when it begins with no number.
 */
export const parseVersion: (text: string) => Version | undefined = remembered(readVersion)

function readVersion(text: string): Version | undefined {
  const [, whole, release, stage, tail] = versionPattern.exec(text.trim().slice(0, maxLength)) ?? []
  if (whole === undefined || release === undefined) return undefined
  const numbers = release.split('.').map(Number)
  const [major = 0, minor = 0, patch = 0] = numbers
  return {text: whole, major, minor, patch, numbers, prerelease: prereleaseOf(stage, tail)}
}

/** Below zero when a is older, above when newer, zero when equal; a pre-release is older than its release. */
export function compareVersions(a: Version, b: Version): number {
  return compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
}

/** Whether the version is the given one or newer; a pre-release of the given one is not. */
export function isAtLeast(version: Version, minimum: string): boolean {
  const parsed = parseVersion(minimum)
  if (!parsed) throw new TypeError(`${minimum} is no version`)
  return compareVersions(version, parsed) >= 0
}

const maxLength = 200
const stages: readonly Prerelease['stage'][] = ['dev', 'alpha', 'beta', 'rc']
/** `-0.rc1` and `~rc1` are the spellings of rpm and deb packages for `-rc.1`. */
const versionPattern =
  /^(?:\d+:)?v?((\d{1,9}(?:\.\d{1,9})*)(?:(?:[-~.]|-0\.)?(dev|alpha|beta|rc)(?![a-z])([-.]?\d+(?:\.\d+)*)?)?\S*)/i

function prereleaseOf(stage: string | undefined, tail = ''): Prerelease | undefined {
  const known = stages.find((name) => name === stage?.toLowerCase())
  return known && {stage: known, numbers: (tail.match(/\d+/g) ?? []).map(Number)}
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function comparePrereleases(a: Prerelease | undefined, b: Prerelease | undefined): number {
  if (!a || !b) return (a ? -1 : 0) - (b ? -1 : 0)
  return stages.indexOf(a.stage) - stages.indexOf(b.stage) || compareNumbers(a.numbers, b.numbers)
}
