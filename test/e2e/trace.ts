import {spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {program} from './labelled-node.ts'

/** One system call as strace prints it, file descriptors with the paths behind them. */
export interface Call {
  readonly pid: number
  readonly name: string
  readonly args: string
  readonly result: string
}

/** What a run of the executable did. */
export interface Trace {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly calls: readonly Call[]
}

/** Runs the built executable under `strace -f`; `prefix` is put before strace, as in `unshare --mount`. */
export function traced(args: readonly string[], prefix: readonly string[] = []): Trace {
  if (!existsSync(program)) throw new Error('dist/node-preflight is missing: run npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'npf-trace-'))
  chmodSync(folder, 0o777)
  try {
    const log = join(folder, 'log')
    const strace = ['strace', '-f', '-y', '-qq', '-s', '4096', '-e', 'signal=none', '-o', log, program, ...args]
    const [command = '', ...rest] = [...prefix, ...strace]
    const {status, stdout, stderr} = spawnSync(command, rest, {encoding: 'utf8', maxBuffer: 2 ** 28})
    if (!existsSync(log)) throw new Error(`strace did not run: ${stderr}`)
    return {status, stdout, stderr, calls: readCalls(readFileSync(log, 'utf8'))}
  } finally {
    rmSync(folder, {recursive: true})
  }
}

/** Calls in the order they were made, those that strace printed in two halves joined. */
function readCalls(log: string): readonly Call[] {
  const unfinished = new Map<string, string>()
  return log.split('\n').flatMap((line) => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (text.endsWith('<unfinished ...>')) {
      unfinished.set(pid, text.slice(0, -'<unfinished ...>'.length))
      return []
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1]
    const whole = resumed === undefined ? text : (unfinished.get(pid) ?? '') + resumed
    const [, name, args = '', result = ''] = /^(\w+)\((.*)\) += (.*)$/.exec(whole) ?? []
    return name === undefined ? [] : [{pid: Number(pid), name, args, result}]
  })
}

/** The argument vectors of the programs that were started, the executable itself left out, which starts over once. */
export function startedPrograms({calls}: Trace): readonly (readonly string[])[] {
  return calls
    .filter(({name, args, result}) => name.startsWith('execve') && result === '0' && !args.startsWith(`"${program}"`))
    .map(({args}) => stringsIn(/\[(.*)\]/.exec(args)?.[1] ?? ''))
}

/** The program that a process is running at the end, by its file name; threads and forks of ours are `node-preflight`. */
export function programOf({calls}: Trace, pid: number): string {
  const [, path = ''] =
    /^"([^"]*)"/.exec(calls.findLast((call) => call.pid === pid && isStart(call))?.args ?? `"${program}"`) ?? []
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Paths that a call names, absolute; what is relative to an open directory is joined to it. */
export function pathsOf({name, args}: Call): readonly string[] {
  const [, directory = ''] = /^(?:AT_FDCWD|\d+)<([^>]*)>/.exec(args) ?? []
  if (!takesPath.test(name)) return []
  return stringsIn(args.replace(/\[.*\]/, ''))
    .slice(0, /^(?:rename|link|symlink)/.test(name) ? 2 : 1)
    .map((path) => (path.startsWith('/') ? path : join(directory, path)))
}

const takesPath =
  /^(?:open|openat|openat2|creat|stat|lstat|statx|newfstatat|statfs|access|faccessat2?|readlink|readlinkat|chdir|mkdir|mkdirat|rmdir|unlink|unlinkat|rename|renameat2?|link|linkat|symlink|symlinkat|chmod|chown|truncate|[gl]?getxattr|inotify_add_watch)$/

const isStart = ({name, result}: Call): boolean => name.startsWith('execve') && result === '0'

const stringsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside = '']) => inside)
