import {RE2JS} from 're2js'

/** Regular expressions in RE2 syntax, matched in linear time: log text is hostile input. Compiled patterns are kept. */
const compiled = new Map<string, RE2JS>()

function pattern(source: string): RE2JS {
  const known = compiled.get(source)
  if (known) return known
  const fresh = RE2JS.compile(source)
  compiled.set(source, fresh)
  return fresh
}

/** Whether the pattern matches anywhere in the text. Throws where it is no RE2 pattern. */
export const isMatch = (text: string, source: string): boolean => pattern(source).matcher(text).find()

/** Whether the pattern matches the whole text; false where it is no RE2 pattern. */
export function matchesWhole(text: string, source: string): boolean {
  try {
    return pattern(source).matches(text)
  } catch {
    return false
  }
}

/** The first match, or the empty text. */
export function findFirst(text: string, source: string): string {
  const matcher = pattern(source).matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : ''
}

/** All matches, left to right, not overlapping. */
export function findAll(text: string, source: string): readonly string[] {
  const matcher = pattern(source).matcher(text)
  const found: string[] = []
  while (matcher.find()) found.push(matcher.group() ?? '')
  return found
}
