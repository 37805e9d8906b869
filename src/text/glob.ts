/**
 * Whether a shell pattern (`*`, `?`, `[a-z]`, `[!a]`) matches a text, in time at most the product of their lengths. With a
 * separator, as glob(3) does for paths, each part matches on its own and a wildcard never crosses one.
 */
export function matchesGlob(pattern: string, text: string, separator?: string): boolean {
  if (separator === undefined) return matchesPart(pattern, text)
  const patterns = pattern.split(separator)
  const parts = text.split(separator)
  return patterns.length === parts.length && patterns.every((each, index) => matchesPart(each, parts[index] ?? ''))
}

/** Whether a text holds a character that makes it a pattern. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text)
}

type Token = '*' | ((char: string) => boolean)

function matchesPart(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern)
  const chars = [...text]
  let token = 0
  let at = 0
  let star = -1
  let starAt = 0
  while (at < chars.length) {
    const current = tokens[token]
    if (current === '*') {
      star = token++
      starAt = at
    } else if (current?.(chars[at] ?? '')) {
      token++
      at++
    } else if (star !== -1) {
      token = star + 1
      at = ++starAt
    } else return false
  }
  return tokens.slice(token).every((rest) => rest === '*')
}

function tokensOf(pattern: string): Token[] {
  const parts = pattern.match(/\[[!^]?\]?[^\]]*\]|\\[\s\S]|[\s\S]/gu) ?? []
  return parts.map((part) => {
    if (part === '*') return '*'
    if (part === '?') return () => true
    if (part.length > 2 && part.startsWith('[')) return classOf(part.slice(1, -1))
    const literal = part.length === 2 && part.startsWith('\\') ? part.slice(1) : part
    return (char) => char === literal
  })
}

function classOf(body: string): (char: string) => boolean {
  const isNegated = /^[!^]/.test(body)
  const ranges = (isNegated ? body.slice(1) : body).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? []
  const bounds = ranges.map((range) => (range.length >= 3 ? range.split(/(?<=^.)-/su) : [range, range]))
  return (char) => bounds.some(([low, high]) => char >= (low ?? '') && char <= (high ?? '')) !== isNegated
}
