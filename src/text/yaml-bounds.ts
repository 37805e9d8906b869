/** How deep a document may nest; the library recurses, and V8 cannot be trusted to survive the end of its stack. */
export const maxDepth = 500
/** What is wrong with a document that nests deeper. */
export const tooDeep = `nested more than ${maxDepth} levels deep`

/**
 * Why a YAML text is not to be handed to a parser, or undefined: reading it would take seconds, or its nesting alone would
 * exhaust the stack. Brackets inside of texts count as well; no real configuration comes near either bound.
 */
export function yamlExcess(text: string): string | undefined {
  if (text.length > maxLength) return `longer than ${maxLength} characters`
  if (compactNesting.test(text) || indentation.test(text)) return tooDeep
  let tokens = 0
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const weight = weights[text.charCodeAt(index)]
    if (weight === undefined) continue
    tokens++
    depth = Math.max(depth + weight, 0)
    if (depth > maxDepth) return tooDeep
    if (tokens > maxTokens) return `more than ${maxTokens} lines, keys and items`
  }
  return undefined
}

const maxLength = 2 * 1024 * 1024
/** A parser takes some microseconds for each. */
const maxTokens = 50_000

/** Characters that begin or end something, with the levels they add. */
const weights: Readonly<Record<number, number>> = Object.fromEntries(
  Object.entries({'\n': 0, ',': 0, ':': 0, '!': 0, '&': 0, '*': 0, '?': 0, '[': 1, '{': 1, ']': -1, '}': -1}).map(
    ([char, weight]) => [char.charCodeAt(0), weight],
  ),
)

/** Lists of lists on one line, as in `- - - x`. */
const compactNesting = /^ *(?:[-?][ \t]+){100}/m
const indentation = new RegExp(`^ {${maxDepth}}`, 'm')
