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
  let fields: Record<string, string> = {}
  let line = 0
  let start = 0
  const close = () => {
    const {Package: name, Version: version, Status: status = '', Architecture: architecture = ''} = fields
    if (name && version && installed.test(status) && !packages.has(name)) {
      packages.set(name, {name, version, architecture, line: start})
    }
    fields = {}
  }
  for (const content of text.split('\n')) {
    line++
    if (content === '') close()
    const [, field, value] = wanted.exec(content) ?? []
    if (field === undefined || value === undefined) continue
    if (field === 'Package') start = line
    fields[field] = value.trim()
  }
  close()
  return packages
}

const wanted = /^(Package|Version|Status|Architecture): (.*)$/
/** Packages that wait for a trigger are unpacked and configured too. */
const installed = /^\S+ \S+ (?:installed|triggers-awaited|triggers-pending)$/
