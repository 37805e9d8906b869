/** Who a process is, from /proc/<pid>/stat (proc(5)). */
export interface ProcStat {
  readonly pid: number
  readonly comm: string
  /** `R`, `S`, `D`, `Z` … */
  readonly state: string
  readonly parentPid: number
  /** Clock ticks after boot at which it started. */
  readonly startTicks: number
}

/** A line of /proc/<pid>/cgroup: version 2 is hierarchy 0 without controllers. */
export interface ProcCgroup {
  readonly hierarchy: number
  readonly controllers: readonly string[]
  readonly path: string
  readonly line: number
}

/** Reads /proc/<pid>/stat, whose command may hold blanks and brackets; undefined for another shape. */
export function parseProcStat(text: string): ProcStat | undefined {
  const [opened, closed] = [text.indexOf('('), text.lastIndexOf(')')]
  if (opened < 0 || closed < opened) return undefined
  const [state = '', parent, ...rest] = text
    .slice(closed + 1)
    .trim()
    .split(/\s+/, 20)
  const [pid, parentPid, startTicks] = [Number(text.slice(0, opened)), Number(parent), Number(rest[17])]
  if (![pid, parentPid, startTicks].every(Number.isInteger)) return undefined
  return {pid, comm: text.slice(opened + 1, closed), state, parentPid, startTicks}
}

/** Reads `Key:\tvalue` lines, as in /proc/<pid>/status and /proc/meminfo; values keep their units. */
export function parseProcStatus(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return fields
}

/** Reads /proc/<pid>/cgroup. */
export function parseProcCgroup(text: string): readonly ProcCgroup[] {
  return text.split('\n').flatMap((content, index) => {
    const [, hierarchy, controllers = '', path = ''] = /^(\d+):([^:]*):(.*)$/.exec(content) ?? []
    if (hierarchy === undefined) return []
    const names = controllers === '' ? [] : controllers.split(',')
    return {hierarchy: Number(hierarchy), controllers: names, path, line: index + 1}
  })
}
