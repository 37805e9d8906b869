import {isMainThread} from 'node:worker_threads'
import {beginLongRun, beginShortRun} from './short-run.ts'
import {version} from './version.ts'

/** Starts the program; `--version` is answered before anything else is loaded. */
function main(argv: readonly string[]): void {
  ignoreClosedPipe(process.stdout)
  ignoreClosedPipe(process.stderr)
  if (argv.length === 1 && argv[0] === '--version') {
    process.stdout.write(`${version}\n`)
    return
  }
  if (argv[0] === 'audit') beginLongRun(names(argv, 'from') ? recorded : reached)
  else if (!names(argv, 'root', 'from', 'via')) beginShortRun()
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  import('./run.ts')
    .then(({run}) => {
      const {stdout: out, stderr: err, env} = process
      return run(argv, {
        out,
        err,
        env,
        program: {entry: import.meta.url, argv},
        get input() {
          return process.stdin
        },
      })
    })
    .then((code) => {
      process.exitCode = code
    })
}

/** The pace of judging recordings is our own, that of hosts is the network's. */
const recorded = {megabytes: 4000, growth: 1.7}
const reached = {megabytes: 160, growth: 2}

/** Whether options are named. With those of another host a check may take long, and where no program may be started not even our own is. */
const names = (argv: readonly string[], ...options: readonly string[]): boolean =>
  argv.some((word) => options.some((option) => word === `--${option}` || word.startsWith(`--${option}=`)))

/** A reader that has seen enough, such as `head`, is no error; a full disk is. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    if (stream === process.stdout) process.stderr.write(`node-preflight: cannot write the report: ${error.code}\n`)
    process.exit(2)
  })
}

if (isMainThread) main(process.argv.slice(2))
else import('./audit-thread.ts').then(({serveAudit}) => serveAudit(process.env))
