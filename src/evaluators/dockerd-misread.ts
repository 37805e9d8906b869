import type {Origin} from '../source.ts'
import {parseGoBool} from '../text/go-flags.ts'
import type {DockerdArguments} from './dockerd-command.ts'

/** A part of dockerd's command line that does not mean what it says: `flag` as it was meant, `written` as it stands. */
export interface MisreadArgument {
  readonly flag: string
  readonly written: string
  readonly meaning: string
  readonly source: Origin
}

/** Booleans that take their value only with `=`, or with a word Go does not know: dockerd refuses to start over either. */
export function misreadBooleans({words, flags}: DockerdArguments): readonly MisreadArgument[] {
  const strays = new Map(flags.positional.map(({word, value}) => [word, value]))
  return [...flags.flags].flatMap(([name, {kind, occurrences}]) => {
    if (kind !== 'bool') return []
    return occurrences.flatMap(({word, value, source}): MisreadArgument[] => {
      const written = words[word]?.text ?? `--${name}`
      const stray = strays.get(word + 1)
      if (!written.includes('=') && stray !== undefined && booleanWord.test(stray)) {
        const meaning = `is true, and ${JSON.stringify(stray)} is an argument of its own`
        return [{flag: `--${name}`, written: `${written} ${stray}`, meaning, source}]
      }
      if (parseGoBool(value) !== undefined) return []
      return [
        {flag: `--${name}`, written, meaning: `has the value ${JSON.stringify(value)}, which is no boolean`, source},
      ]
    })
  })
}

const booleanWord = /^(?:true|false|t|f|yes|no|y|n|on|off|0|1|enabled?|disabled?)$/i

/**
 * Arguments that hold several options, or quotes a shell would have removed: `${VAR}` hands the whole value over as one
 * word (systemd.service(5)).
 */
export function argumentsInOneWord({words}: DockerdArguments): readonly MisreadArgument[] {
  return words.flatMap(({text, source, via}): MisreadArgument[] => {
    if (!via || !text.trimStart().match(/^['"]?-/)) return []
    const [flag = text] = text.trim().split(/[\s=]/)
    const isSeveral = /^\S+\s+-/.test(text.trim()) || /^-[^\s=]*\s/.test(text.trim())
    if (isSeveral) return [{flag, written: text, meaning: 'is one argument, blanks included', source}]
    const isQuoted = /^(['"]).*\1$/.test(text) || /^-[^=]*=(['"]).*\1$/.test(text)
    return isQuoted ? [{flag, written: text, meaning: 'keeps its quotes, which only a shell removes', source}] : []
  })
}
