import {compareVersions, parseVersion, type Version} from './version.ts'

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '<': (order) => order < 0,
  '=': (order) => order === 0,
}

/** The test that a range such as `>=0.4 <1` stands for: all of its comparisons hold; undefined for what is no range. */
export function parseVersionRange(text: string): ((version: Version) => boolean) | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const tests = parts.map((part) => {
    const [, sign = '', bound = ''] = /^(>=|<=|>|<|=)(v?\d+(?:\.\d+)*)$/.exec(part) ?? []
    const [compare, limit] = [comparisons[sign], parseVersion(bound)]
    return compare && limit && ((version: Version) => compare(compareVersions(version, limit)))
  })
  if (tests.length === 0 || tests.includes(undefined)) return undefined
  return (version) => tests.every((holds) => holds?.(version))
}
