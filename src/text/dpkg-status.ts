/** A package that dpkg has installed. */
export interface DpkgPackage {
  readonly name: string
  readonly version: string
  readonly architecture: string
  /** The line of its `Package:` field. */
  readonly line: number
}

/** Reads /var/lib/dpkg/status: installed packages by name; of one installed for several architectures the first. */
export function parseDpkgStatus(text: string): ReadonlyMap<string, DpkgPackage> {
  const packages = new Map<string, DpkgPackage>()
  const lineAt = lineCounter(text)
  let fields = new Map<string, string>()
  let start = 0
  const close = () => {
    if (fields.size === 0) return
    const [name, version] = [fields.get('Package'), fields.get('Version')]
    if (name && version && installed.test(fields.get('Status') ?? '') && !packages.has(name)) {
      packages.set(name, {name, version, architecture: fields.get('Architecture') ?? '', line: lineAt(start)})
    }
    fields = new Map()
  }
  for (const {0: whole, 1: field, 2: value = '', index} of text.matchAll(wanted)) {
    if (whole === '') close()
    if (field === undefined) continue
    if (field === 'Package') start = index
    fields.set(field, value.trim())
  }
  close()
  return packages
}

/** The fields that matter and the empty lines between packages; the file is large, so it is not cut into lines. */
const wanted = /^(?:(Package|Version|Status|Architecture): (.*))?$/gm
/** Packages that wait for a trigger are unpacked and configured too. */
const installed = /^\S+ \S+ (?:installed|triggers-awaited|triggers-pending)$/

/** Tells the line of an offset, from 1, for offsets that only grow. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let from = 0
  return (offset) => {
    for (let next = text.indexOf('\n', from); next >= 0 && next < offset; next = text.indexOf('\n', from)) {
      line++
      from = next + 1
    }
    return line
  }
}
