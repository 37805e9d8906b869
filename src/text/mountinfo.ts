/** A mount as the kernel, or fstab, describes it. */
export interface Mount {
  /** The directory in the source file system that is mounted: `/` but for bind mounts. */
  readonly root: string
  readonly mountPoint: string
  readonly options: readonly string[]
  /** Options of the file system rather than of this mount of it, such as `seclabel`. */
  readonly superOptions: readonly string[]
  /** Propagation tags: `shared:1`, `master:2`, `propagate_from:3`, `unbindable`; none means private. */
  readonly propagation: readonly string[]
  readonly fsType: string
  readonly source: string
  /** `major:minor`, empty in fstab. */
  readonly device: string
  readonly line: number
}

/** Reads /proc/<pid>/mountinfo (proc(5)) in mount order; lines of another shape are left out. */
export function parseMountinfo(text: string): readonly Mount[] {
  return rows(text).flatMap(({fields, line}) => {
    const separator = fields.indexOf('-', 6)
    const [, , device, root, mountPoint, options] = fields
    const [fsType, source, superOptions] = separator < 0 ? [] : fields.slice(separator + 1)
    if (device === undefined || root === undefined || mountPoint === undefined || fsType === undefined) return []
    return {
      device,
      root: unescaped(root),
      mountPoint: unescaped(mountPoint),
      options: listed(options),
      superOptions: listed(superOptions),
      propagation: fields.slice(6, separator),
      fsType,
      source: unescaped(source ?? ''),
      line,
    }
  })
}

/** Reads /etc/fstab or /proc/mounts (fstab(5)), whose options are of mount and file system together; comments are left out. */
export function parseFstab(text: string): readonly Mount[] {
  return rows(text).flatMap(({fields, line}) => {
    const [source = '', mountPoint, fsType, options] = fields
    if (source.startsWith('#') || mountPoint === undefined || fsType === undefined) return []
    const words = listed(options)
    const spelled = {source: unescaped(source), mountPoint: unescaped(mountPoint)}
    return {...spelled, fsType, options: words, superOptions: words, root: '/', propagation: [], device: '', line}
  })
}

/** The mount a path lies on: the longest mount point above it, and of equal ones the last, which covers the others. */
export function mountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  let found: Mount | undefined
  for (const mount of mounts) {
    if (isWithin(mount.mountPoint, path) && mount.mountPoint.length >= (found?.mountPoint.length ?? 0)) found = mount
  }
  return found
}

/** Whether either set of options has the word, or the name with a value. */
export function hasMountOption(mount: Mount, name: string): boolean {
  return [...mount.options, ...mount.superOptions].some((option) => option === name || option.startsWith(`${name}=`))
}

function isWithin(directory: string, path: string): boolean {
  return directory === '/' || path === directory || path.startsWith(`${directory}/`)
}

function rows(text: string): readonly {fields: readonly string[]; line: number}[] {
  return text.split('\n').map((content, index) => ({fields: content.trim().split(/[ \t]+/), line: index + 1}))
}

/** The kernel cuts options at a page. */
const maxQuotedLength = 65_536

/** Splits at commas, but not at those inside quotes, as in `context="system_u:object_r:x_t:s0:c1,c2"`. */
function listed(options: string | undefined): readonly string[] {
  if (options === undefined || options === '') return []
  if (!options.includes('"') || options.length > maxQuotedLength) return options.split(',').map(unescaped)
  return options.match(/(?:"[^"]*"|[^,"]|")+/g)?.map(unescaped) ?? []
}

/** Blanks, backslashes and `#` are written as three octal digits. */
function unescaped(field: string): string {
  if (!field.includes('\\')) return field
  const bytes = new TextEncoder().encode(field)
  const plain: number[] = []
  for (let index = 0; index < bytes.length; index++) {
    const octal =
      bytes[index] === 0x5c
        ? /^[0-3][0-7]{2}$/.exec(String.fromCharCode(...bytes.subarray(index + 1, index + 4)))
        : null
    plain.push(octal ? Number.parseInt(octal[0], 8) : (bytes[index] ?? 0))
    if (octal) index += 3
  }
  return new TextDecoder().decode(Uint8Array.from(plain))
}
