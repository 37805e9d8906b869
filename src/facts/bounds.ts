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

type Read = <T extends string | Uint8Array>(path: string, read: () => Promise<Reading<T>>) => Promise<Reading<T>>

/**
 * Reads of files, the first thousand of each directory and as much text in all as `maxEffort`: what is made to hold more
 * would keep a check busy for minutes or fill the memory. What the kernel shows of thousands of processes is no such thing.
 */
export function boundedReads(): Read {
  const counts = new Map<string, number>()
  let effort = 0
  return async (path, read) => {
    const refused = (reason: string): Reading<never> => ({
      state: 'unreadable',
      reason: `is not read: ${reason}`,
      source: {kind: 'file', path},
    })
    const directory = path.slice(0, path.lastIndexOf('/'))
    const count = (counts.get(directory) ?? 0) + 1
    counts.set(directory, count)
    if (count > maxFiles) return refused(`it is one of more than ${maxFiles} files in ${directory || '/'}`)
    if (path.startsWith('/proc/')) return read()
    if (effort > maxEffort) return refused(tooMuch)
    const reading = await read()
    if (reading.state === 'read' && typeof reading.value === 'string') {
      if (effort > maxEffort) return refused(tooMuch)
      effort += effortOf(reading.value)
    }
    return reading
  }
}

/** Characters, and what each line adds for readers that go by lines. The package database of a desktop takes a third. */
const maxEffort = 16 * 1024 * 1024
const lineEffort = 16
const tooMuch = 'the files that were read before it hold too much text'

function effortOf(text: string): number {
  let lines = 0
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) lines++
  return text.length + lines * lineEffort
}
