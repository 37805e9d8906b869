/**
 * Starts the executable over in the same process, with its compiler for hot code held back, and does not return then. A check
 * lasts a tenth of a second, of which that compiler would take a third on a machine of two processors; it pays in longer runs
 * only. JavaScriptCore reads its options from the environment, at its start.
 */
export const beginShortRun = (): void => startOver({BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000'})

/**
 * The same for what many hosts pass through: with a heap that is collected when it has grown to `growth` times of what is
 * alive, by what the collector is told of the machine's memory, and without the last compiler, which takes more time than
 * it gives then. Less memory costs more time.
 */
export const beginLongRun = ({megabytes, growth}: LongRun): void =>
  startOver({
    BUN_JSC_forceRAMSize: `${megabytes}000000`,
    BUN_JSC_smallHeapGrowthFactor: String(growth),
    BUN_JSC_useFTLJIT: '0',
  })

/** The growth is that of a heap of less than a quarter of these megabytes; a larger one grows by a quarter. */
interface LongRun {
  readonly megabytes: number
  readonly growth: number
}

function startOver(options: Readonly<Record<string, string>>): void {
  const {argv, env, execPath} = process
  if (Object.keys(options).every((name) => env[name] !== undefined)) {
    for (const name of Object.keys(options)) delete env[name]
    return
  }
  if (!argv[1]?.startsWith(insideExecutable) || !('execve' in process) || argv.some((word) => inherited.test(word)))
    return
  try {
    const execve = process.execve as (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never
    execve(execPath, [process.argv0, ...argv.slice(2)], {...options, ...env})
  } catch {
    // It runs as well as it is, only slower or larger.
  }
}

/** A file that whoever called us has open, as in `--hosts <(kubectl …)`: Bun lets none but the standard ones survive. */
const inherited = /\/fd\/\d/

/** Where Bun keeps the program of an executable it has made. */
const insideExecutable = '/$bunfs/'
