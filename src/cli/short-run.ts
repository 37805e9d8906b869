/**
 * Starts the executable over in the same process, with its compiler for hot code held back, and does not return then. A check
 * lasts a tenth of a second, of which that compiler would take a third on a machine of two processors; it pays in longer runs
 * only. JavaScriptCore reads its options from the environment, at its start.
 */
export const beginShortRun = (): void => startOver('BUN_JSC_thresholdForOptimizeAfterWarmUp', '20000')

/**
 * The same for what many hosts pass through, with a heap that grows by a quarter instead of to double its size: the collector
 * is told of a machine with so little memory. Less of it costs more time.
 */
export const beginLongRun = (megabytes: number): void => startOver('BUN_JSC_forceRAMSize', `${megabytes}000000`)

function startOver(option: string, value: string): void {
  const {argv, env, execPath} = process
  if (env[option] !== undefined) {
    delete env[option]
    return
  }
  if (!argv[1]?.startsWith(insideExecutable) || !('execve' in process)) return
  try {
    const execve = process.execve as (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never
    execve(execPath, [process.argv0, ...argv.slice(2)], {...env, [option]: value})
  } catch {
    // It runs as well as it is, only slower or larger.
  }
}

/** Where Bun keeps the program of an executable it has made. */
const insideExecutable = '/$bunfs/'
