import type {Reading} from '../host/host.ts'

/** The longest listing that is used; a package directory has a few thousand names. */
const maxNames = 10_000
/** How many files are read of one directory; the largest ones in use hold a few hundred drop-ins or leases. */
const maxFiles = 1000

/** A listing, unreadable where it is too long to look at each name in reasonable time; /proc lists processes by the thousand. */
export function boundedNames(path: string, names: Reading<readonly string[]>): Reading<readonly string[]> {
  if (names.state !== 'read' || names.value.length <= maxNames || path === '/proc') return names
  return {state: 'unreadable', reason: `has more than ${maxNames} entries`, source: names.source}
}

/** Reads of files, the first thousand of each directory: a directory made to hold more would keep a check busy for minutes. */
export function boundedReads(): <T>(path: string, read: () => Promise<Reading<T>>) => Promise<Reading<T>> {
  const counts = new Map<string, number>()
  return async (path, read) => {
    const directory = path.slice(0, path.lastIndexOf('/'))
    const count = (counts.get(directory) ?? 0) + 1
    counts.set(directory, count)
    if (count <= maxFiles) return read()
    return {
      state: 'unreadable',
      reason: `is not read: it is one of more than ${maxFiles} files in ${directory || '/'}`,
      source: {kind: 'file', path},
    }
  }
}
