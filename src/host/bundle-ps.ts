import type {Told} from './bundle-layout.ts'

/**
 * The processes in a listing of `ps` with all of them and their whole command lines, as what /proc shows. Which blanks part
 * arguments a listing does not tell, so that all words are left in the first, as programs do that set a title.
 */
export function psAnswers(text: string): Told {
  const [header = '', ...lines] = text.split('\n')
  const columns = header.trim().split(/\s+/)
  const [pid, size] = [columns.indexOf('PID'), columns.indexOf('VSZ')]
  if (pid < 0 || size < 0 || columns.at(-1) !== 'COMMAND' || columns.length > maxColumns || lines.at(-1) !== '')
    return {}
  const row = new RegExp(`^ *${'(\\S+) +'.repeat(columns.length - 2)}(\\S+) (.*)$`)
  const files: Record<string, string> = {}
  const pids: string[] = []
  let isSeen = false
  for (const line of lines.slice(0, -1)) {
    const fields = line === header ? undefined : row.exec(line)
    if (line === header || line.trim() === '') continue
    const id = fields?.[pid + 1]
    if (!fields || id === undefined || !/^\d+$/.test(id)) return {}
    const command = (fields.at(-1) ?? '').replace(branch, '')
    isSeen ||= /^ps /.test(command)
    pids.push(id)
    Object.assign(files, filesOf(id, command, fields[size + 1] === '0'))
  }
  if (pids[0] !== '1' && !pids.includes('1')) return {}
  return isSeen ? {files, directories: {'/proc': [...pids, ...otherNames]}} : {}
}

const maxColumns = 40

/** What `ps f` draws before a child. */
const branch = /^[ |\\_]*\\_ /

/**
 * Kernel threads and processes that ended have no memory and no arguments; of others in brackets nobody can tell whether they
 * erased their arguments.
 */
function filesOf(pid: string, command: string, isEmpty: boolean): Readonly<Record<string, string>> {
  const name = /^\[(.*)\](?: <defunct>)?$/.exec(command)?.[1]
  if (name === undefined) return {[`/proc/${pid}/cmdline`]: `${commandLine(command)}\0`}
  return isEmpty ? {[`/proc/${pid}/cmdline`]: '', [`/proc/${pid}/comm`]: `${name}\n`} : {}
}

/** Names of flags stand alone, for a program that runs has understood them. */
function commandLine(command: string): string {
  const words = command.split(' ')
  return words.slice(1).every((word) => /^--?[a-z][a-z-]*$/.test(word)) ? words.join('\0') : command
}

/** Everything else that facts look for in /proc: whether it is there, a listing of processes does not say. */
const otherNames = [
  'cgroups',
  'cmdline',
  'config.gz',
  'cpuinfo',
  'filesystems',
  'meminfo',
  'modules',
  'mounts',
  'net',
  'self',
  'stat',
  'swaps',
  'sys',
  'uptime',
  'version',
]

/** The names and control groups in a listing of `ps axo pid,…,comm,cgroup`; lines that may have been cut at the width of a terminal are left out. */
export function cgroupAnswers(text: string): Told {
  const lines = text.split('\n').filter(({length}) => length < maxLine)
  if (!/^ *PID +PPID +USER +GROUP +LWP +NLWP +START +COMMAND +CGROUP$/.test(lines[0] ?? '')) return {}
  const longest = Math.max(...lines.map(({length}) => length))
  const whole = longest > maxTerminal ? lines : lines.filter(({length}) => length < longest)
  const files = whole.flatMap((line) => {
    const [, pid, name, groups] = /^ *(\d+) +(?:\S+ +){6}(.*?) +(\d+:[^:/]*:\/\S*)$/.exec(line) ?? []
    if (pid === undefined || groups === undefined) return []
    const lines = groups.split(/,(?=\d+:[^:/]*:\/)/)
    return [[`/proc/${pid}/comm`, `${name}\n`] as const, [`/proc/${pid}/cgroup`, `${lines.join('\n')}\n`] as const]
  })
  return {files: Object.fromEntries(files)}
}

const maxTerminal = 160
/** A control group has a path of the file system for each hierarchy at most. */
const maxLine = 65536
