import type {Readable} from 'node:stream'
import {errorCode} from './file-failure.ts'
import type {CommandResult, Reading, RunOptions} from './host.ts'
import {absent, commandSource, maxBytes, read, unreadable} from './reading.ts'
import {redact} from './redact.ts'
import {searchPath} from './search-path.ts'

/**
 * Runs a program of this machine in a process group of its own. Past its deadline or its output bound the whole group is
 * killed and the pipes are closed, because a grandchild may hold them open for ever.
 */
export async function runCommand(argv: readonly string[], options: RunOptions = {}): Promise<Reading<CommandResult>> {
  const source = commandSource(argv)
  const [program = '', ...args] = argv
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const {execa} = await import('execa')
  const child = execa(program, args, commandOptions)
  const outputs = [collect(child.stdout, stop), collect(child.stderr, stop)] as const
  let stopped: string | undefined
  let release: () => void = () => {}
  const stopping = new Promise<void>((resolve) => {
    release = resolve
  })

  function stop(reason: string): void {
    stopped ??= reason
    if (child.pid !== undefined) killGroup(child.pid)
    child.stdout.destroy()
    child.stderr.destroy()
    release()
  }

  const timer = setTimeout(() => stop(`did not end within ${timeoutMs} ms`), timeoutMs)
  const result = await Promise.race([child, stopping])
  clearTimeout(timer)
  if (stopped !== undefined || !result) return unreadable(stopped ?? 'was stopped', source)
  if (result.exitCode !== undefined) {
    const [stdout, stderr] = outputs.map((output) => redact(Buffer.concat(output.chunks).toString('utf8')))
    return read({exitCode: result.exitCode, stdout: stdout ?? '', stderr: stderr ?? ''}, source)
  }
  if (result.signal) return unreadable(`was killed by ${result.signal}`, source)
  const code = errorCode(result.cause ?? result)
  if (code === 'ENOENT') return absent(source)
  return unreadable(code === 'EACCES' ? 'permission denied; run as root' : `cannot be started: ${code}`, source)
}

const defaultTimeoutMs = 5000

const commandOptions = {
  cwd: '/',
  env: {PATH: searchPath, LC_ALL: 'C'},
  extendEnv: false,
  stdin: 'ignore',
  detached: true,
  reject: false,
  buffer: false,
} as const

function collect(stream: Readable, stop: (reason: string) => void): {readonly chunks: Buffer[]} {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else stop(`wrote more than ${maxBytes / 1024 / 1024} MiB`)
  })
  stream.on('error', () => {})
  return {chunks}
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
