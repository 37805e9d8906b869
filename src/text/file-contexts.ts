import {matchesWhole} from './regex.ts'
import {remembered} from './remembered.ts'

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
export const readFileContexts: (text: string) => readonly FileContext[] = remembered(readFileContextsText)

function readFileContextsText(text: string): FileContext[] {
  const contexts: FileContext[] = []
  let line = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    line++
    const context = contextOf(fieldsOf(text, start, end), line)
    if (context) contexts.push(context)
    start = end + 1
  }
  return contexts
}

function contextOf(fields: readonly string[], line: number): FileContext | undefined {
  const [pattern = '#', second, third] = fields
  const label = third ?? second
  const fileType = third === undefined || second === undefined ? undefined : fileTypes[second]
  const isMalformed = fields.length > 3 || (third !== undefined && fileType === undefined)
  if (pattern.startsWith('#') || label === undefined || isMalformed) return undefined
  return {pattern, ...stemOf(pattern), fileType, label: label === '<<none>>' ? undefined : label, line}
}

/** The words of a part of a text. Policies have thousands of lines, of which splitting by an expression would take longer. */
function fieldsOf(text: string, start: number, end: number): readonly string[] {
  const fields: string[] = []
  for (let at = start; at < end; ) {
    while (at < end && text.charCodeAt(at) <= 0x20) at++
    const from = at
    while (at < end && text.charCodeAt(at) > 0x20) at++
    if (at > from) fields.push(text.slice(from, at))
  }
  return fields
}

/** Reads file_contexts.subs or .subs_dist in the order they are tried, which is from the last line up. */
export function readPathSubstitutions(text: string): PathSubstitution[] {
  return text
    .split('\n')
    .flatMap((content, index) => {
      const [from = '#', to] = fieldsOf(content, 0, content.length)
      return to === undefined || from.startsWith('#') ? [] : {from, to, line: index + 1}
    })
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
      !context.isLiteral && path.startsWith(context.stem) && suits(context) && isMatch(path, context.pattern),
  )
}

/**
 * Whether a pattern matches a whole path. Of a few thousand patterns most need no more than the engine's own expressions,
 * which are many times faster and cannot run away without groups that repeat; the others take linear time.
 */
function isMatch(path: string, pattern: string): boolean {
  const known = matchers.get(pattern)
  if (known) return known(path)
  const own = isTame(pattern) ? expressionOf(pattern) : undefined
  const matcher = own ? (text: string) => own.test(text) : (text: string) => matchesWhole(text, pattern)
  matchers.set(pattern, matcher)
  return matcher(path)
}

const matchers = new Map<string, (path: string) => boolean>()

/** Plain characters, classes of them, few choices, and at most four repetitions, none of them of a group. */
function isTame(pattern: string): boolean {
  const isPlain = /^(?:[\w/.*+?|()~@%:,=#-]|\\[^\w]|\[\^?[\w/.-]+\])+$/.test(pattern)
  const count = (chars: RegExp) => pattern.match(chars)?.length ?? 0
  const isBounded = count(/[*+]/g) <= 4 && count(/[*+?|]/g) <= 8
  return isPlain && isBounded && !/\)[*+]|\(\?|[*+?][*+?]/.test(pattern)
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 's')
  } catch {
    return undefined
  }
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

/** The characters before the first that is special; the one before a quantifier may be missing from a match. */
function stemOf(pattern: string): {stem: string; isLiteral: boolean} {
  for (let index = 0; index < pattern.length; index++) {
    const code = pattern.charCodeAt(index)
    if (code === 0x5c) index++
    else if (specials.has(code)) {
      const isQuantifier = code === 0x3f || code === 0x2a || code === 0x7b
      const stem = unescaped(pattern.slice(0, index))
      return {stem: isQuantifier ? stem.slice(0, -1) : stem, isLiteral: false}
    }
  }
  return {stem: unescaped(pattern), isLiteral: true}
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.?)/gs, '$1') : text
}

const specials: ReadonlySet<number> = new Set([...'.^$?*+|[({'].map((char) => char.charCodeAt(0)))
