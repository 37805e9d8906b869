/** A package as a package manager lists it. */
export interface ListedPackage {
  readonly version: string
  /** The line of the listing, from 1. */
  readonly line: number
}

/**
 * Reads what `dpkg -l` prints: installed packages by name. Undefined
 * where its columns are as narrow as on a terminal, and names may be cut.
 */
export function parseDpkgList(text: string): ReadonlyMap<string, ListedPackage> | undefined {
  const widths = /^\+\+\+-(=+)-(=+)-/m.exec(text)
  if ((widths?.[2]?.length ?? 0) <= narrow) return undefined
  return packagesIn(text, (line) => {
    const [, name, version] = /^[uirph][iWt][ R] ([^\s:]+)(?::\S+)? +(\S+) +\S+ /.exec(line) ?? []
    return [name, version]
  })
}

/** What dpkg before 1.18 makes of the column of versions without a terminal. */
const narrow = 12

/** Reads what `rpm -qa` prints, whatever else stands on its lines: of a package installed several times the last. */
export function parseRpmList(text: string): ReadonlyMap<string, ListedPackage> {
  return packagesIn(text, (line) => {
    const [, name, version] = /^(\S+)-([^\s-]+-[^\s-]+)\.[\w()]+(?:\s|$)/.exec(line) ?? []
    return [name, version]
  })
}

function packagesIn(
  text: string,
  read: (line: string) => readonly (string | undefined)[],
): ReadonlyMap<string, ListedPackage> {
  const packages = new Map<string, ListedPackage>()
  for (const [index, content] of text.split('\n').entries()) {
    const [name, version] = content.length < maxLine ? read(content) : []
    if (name !== undefined && version !== undefined) packages.set(name, {version, line: index + 1})
  }
  return packages
}

/** Longer than any name, version and description. */
const maxLine = 4096
