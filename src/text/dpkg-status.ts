/** A package that dpkg has installed. */
export interface DpkgPackage {
  readonly name: string
  readonly version: string
  /** The line of its `Package:` field. */
  readonly line: number
}

/**
 * Reads /var/lib/dpkg/status: installed packages by name; of one installed for several architectures the first. The file is
 * large and few of its packages are asked for, so lines are counted when somebody wants to know one.
 */
export function parseDpkgStatus(text: string): ReadonlyMap<string, DpkgPackage> {
  const packages = new Map<string, DpkgPackage>()
  for (let start = 0; start < text.length; ) {
    const gap = text.indexOf('\n\n', start)
    const end = gap < 0 ? text.length : gap
    const paragraph = text.slice(start, end)
    const [name, version] = [fieldOf(paragraph, 'Package'), fieldOf(paragraph, 'Version')]
    if (name && version && installed.test(fieldOf(paragraph, 'Status')) && !packages.has(name)) {
      const offset = start + labelAt(paragraph, 'Package')
      packages.set(name, {
        name,
        version,
        get line() {
          return lineAt(text, offset)
        },
      })
    }
    start = end + 2
  }
  return packages
}

/** Packages that wait for a trigger are unpacked and configured too. */
const installed = /^\S+ \S+ (?:installed|triggers-awaited|triggers-pending)$/

/** The value of a field of one line; empty where the paragraph has none. */
function fieldOf(paragraph: string, field: string): string {
  const start = labelAt(paragraph, field)
  if (start < 0) return ''
  const end = paragraph.indexOf('\n', start)
  return paragraph.slice(start + field.length + 2, end < 0 ? undefined : end).trim()
}

/** Where the line of a field begins, or -1. */
function labelAt(paragraph: string, field: string): number {
  const label = `${field}: `
  if (paragraph.startsWith(label)) return 0
  const end = paragraph.indexOf(`\n${label}`)
  return end < 0 ? -1 : end + 1
}

/** The line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++
  return line
}
