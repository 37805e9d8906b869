import {matchesWhole} from './regex.ts'

/** The kinds of file that a specification can be limited to. */
export type ContextFileType = 'file' | 'directory' | 'symlink' | 'socket' | 'fifo' | 'device'

/** One specification of file_contexts. `label` is undefined for `<<none>>`: the policy leaves such files alone. */
export interface FileContext {
  readonly pattern: string
  /** The text every match begins with; the whole path where the pattern is literal. */
  readonly stem: string
  readonly isLiteral: boolean
  readonly fileType: ContextFileType | undefined
  readonly label: string | undefined
  readonly line: number
}

/** A path prefix that stands for another when labels are looked up (file_contexts.subs, semanage fcontext -e). */
export interface PathSubstitution {
  readonly from: string
  readonly to: string
  readonly line: number
}

/** Reads file_contexts (selabel_file(5)) in order; comments and lines of another shape are left out. */
export function readFileContexts(text: string): FileContext[] {
  return rows(text).flatMap(({fields, line}) => {
    const [pattern = '', ...rest] = fields
    const fileType = rest.length === 2 ? fileTypes[rest[0] ?? ''] : undefined
    const label = rest.at(-1)
    if (label === undefined || rest.length > 2 || (rest.length === 2 && fileType === undefined)) return []
    return {pattern, ...stemOf(pattern), fileType, label: label === '<<none>>' ? undefined : label, line}
  })
}

/** Reads file_contexts.subs or .subs_dist in the order they are tried, which is from the last line up. */
export function readPathSubstitutions(text: string): PathSubstitution[] {
  return rows(text)
    .flatMap(({fields: [from = '', to], line}) => (to === undefined ? [] : {from, to, line}))
    .reverse()
}

/** The path a label is looked up for: the first substitution that is the path or a directory above it is applied. */
export function substitutePath(path: string, substitutions: readonly PathSubstitution[]): string {
  const found = substitutions.find(({from}) => path === from || path.startsWith(`${from}/`))
  if (!found) return path
  const rest = path.slice(found.from.length)
  return found.to === '/' && rest !== '' ? rest : found.to + rest
}

/**
 * The specification that decides the label of a path, as libselinux chooses it (label_file.c): a literal one before all
 * patterns, and of several the last of the files read in the order main, homedirs, local.
 */
export function findFileContext<C extends FileContext>(
  contexts: readonly C[],
  path: string,
  type: ContextFileType,
): C | undefined {
  const suits = ({fileType}: FileContext) => fileType === undefined || fileType === type
  const literal = contexts.findLast((context) => context.isLiteral && context.stem === path && suits(context))
  if (literal) return literal
  return contexts.findLast(
    (context) =>
      !context.isLiteral && path.startsWith(context.stem) && suits(context) && matchesWhole(path, context.pattern),
  )
}

const fileTypes: Readonly<Record<string, ContextFileType>> = {
  '--': 'file',
  '-d': 'directory',
  '-l': 'symlink',
  '-s': 'socket',
  '-p': 'fifo',
  '-c': 'device',
  '-b': 'device',
}

function rows(text: string): {fields: readonly string[]; line: number}[] {
  return text
    .split('\n')
    .map((content, index) => ({fields: content.trim().split(/\s+/), line: index + 1}))
    .filter(({fields: [first = '']}) => first !== '' && !first.startsWith('#'))
}

/** The characters before the first that is special; the one before a quantifier may be missing from a match. */
function stemOf(pattern: string): {stem: string; isLiteral: boolean} {
  let stem = ''
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern.charAt(index)
    if (char === '\\') stem += pattern.charAt(++index)
    else if ('.^$?*+|[({'.includes(char)) {
      const isQuantifier = '?*{'.includes(char)
      return {stem: isQuantifier ? stem.slice(0, -1) : stem, isLiteral: false}
    } else stem += char
  }
  return {stem, isLiteral: true}
}
