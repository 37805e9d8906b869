import {remembered} from './remembered.ts'

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
export const parseDpkgStatus: (text: string) => ReadonlyMap<string, DpkgPackage> = remembered(
  readDpkgStatus,
  4 * 1024 * 1024,
)

function readDpkgStatus(text: string): ReadonlyMap<string, DpkgPackage> {
  const packages = new Map<string, DpkgPackage>()
  for (let start = 0; start < text.length; ) {
    const gap = text.indexOf('\n\n', start)
    const end = gap < 0 ? text.length : gap
    const paragraph = start === 0 ? `\n${text.slice(0, end)}` : text.slice(start - 1, end)
    const [name, version] = [fieldOf(paragraph, '\nPackage: '), fieldOf(paragraph, '\nVersion: ')]
    if (name && version && installed.test(fieldOf(paragraph, '\nStatus: ')) && !packages.has(name)) {
      const offset = start + paragraph.indexOf('\nPackage: ')
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

/** What follows a label, which begins with the end of the line before; empty where the paragraph has none. */
function fieldOf(paragraph: string, label: string): string {
  const start = paragraph.indexOf(label)
  if (start < 0) return ''
  const end = paragraph.indexOf('\n', start + 1)
  return paragraph.slice(start + label.length, end < 0 ? undefined : end).trim()
}

/** The line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++
  return line
}
