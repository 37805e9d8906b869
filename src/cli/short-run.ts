/**
 * Starts the executable over in the same process, with its compiler for hot code held back, and does not return then. A check
 * lasts a tenth of a second, of which that compiler would take a third on a machine of two processors; it pays in longer runs
 * only. JavaScriptCore reads its options from the environment, at its start.
 */
export function beginShortRun(): void {
  const {argv, env, execPath} = process
  if (env[option] !== undefined) {
    delete env[option]
    return
  }
  if (!argv[1]?.startsWith(insideExecutable) || !('execve' in process)) return
  try {
    const execve = process.execve as (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never
    execve(execPath, [process.argv0, ...argv.slice(2)], {...env, [option]: '20000'})
  } catch {
    // It runs as well as it is, only slower.
  }
}

/** How often code runs before it is compiled once more, by default 1000. */
const option = 'BUN_JSC_thresholdForOptimizeAfterWarmUp'
/** Where Bun keeps the program of an executable it has made. */
const insideExecutable = '/$bunfs/'
