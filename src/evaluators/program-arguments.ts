import type {Words} from './component-flags.ts'

/**
 * The arguments a command line hands to a program of this name: behind wrappers such as `docker run … hyperkube kubelet`,
 * and inside `sh -c "exec kube-proxy … 2>>log"`. Undefined when the command line does not name the program.
 */
export function programArguments(words: Words, name: string): Words | undefined {
  const [program, ...rest] = words
  if (!program) return undefined
  if (shells.has(baseName(program.text))) {
    const script = rest[rest.findIndex(({text}) => /^-[a-z]*c$/.test(text)) + 1]
    const commands = script ? splitScript(script.text) : []
    const argv = commands.find((command) => command.some((text) => baseName(text) === name))
    return (
      argv &&
      script &&
      argumentsAfter(
        argv.map((text) => ({text, source: script.source})),
        name,
      )
    )
  }
  return argumentsAfter(words, name)
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash'])

function argumentsAfter(words: Words, name: string): Words | undefined {
  const at = words.findIndex(({text}) => !text.startsWith('-') && baseName(text) === name)
  return at === -1 ? undefined : words.slice(at + 1)
}

/** The commands of a shell script, quotes removed, redirections dropped, variables left as they are written. */
function splitScript(script: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  const pieces =
    /\\\r?\n|[ \t]+|([;&|\n]+)|(\d*>>?(?:&\d|[ \t]*[^\s;&|]+)|<[^\s;&|]+)|((?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s"'\\;&|<>])+)/g
  for (const [, separator, redirection, word] of script.matchAll(pieces)) {
    if (separator !== undefined) commands.push([])
    else if (redirection === undefined && word !== undefined) commands.at(-1)?.push(unquoted(word))
  }
  return commands
}

function unquoted(word: string): string {
  return word.replace(/"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g, (_, double, single, escaped) =>
    double === undefined ? (single ?? escaped ?? '') : String(double).replace(/\\(["\\$`])/g, '$1'),
  )
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
