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
  if (argv[0] === 'audit') beginLongRun(names(argv, 'from') ? 320 : 160)
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
        get input() {
          return process.stdin
        },
      })
    })
    .then((code) => {
      process.exitCode = code
    })
}

/** Whether options are named. With those of another host a check may take long, and where no program may be started not even our own is. */
const names = (argv: readonly string[], ...options: readonly string[]): boolean =>
  argv.some((word) => options.some((option) => word === `--${option}` || word.startsWith(`--${option}=`)))

/** A reader that has seen enough, such as `head`, is no error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

main(process.argv.slice(2))
