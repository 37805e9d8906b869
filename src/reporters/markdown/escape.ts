import {safe} from '../terminal/safe.ts'

/** Any text as Markdown that shows it literally, in one line: no markup, link, HTML or end of a table cell. */
export const literal = (text: string): string => safe(text).replace(/[!#$&()*+\-.:<=>@[\\\]_`|~]/g, '\\$&')

/** A name as code where no character of it could end the code or a table cell. */
export const code = (name: string): string =>
  /[`|]/.test(name) || name.trim() === '' ? literal(name) : `\`${safe(name)}\``

/** Text inside an HTML element of Markdown. */
export const literalHtml = (text: string): string =>
  safe(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Lines as a code block that no run of backticks among them can end. */
export function codeBlock(lines: readonly string[], language = ''): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + language, ...lines.map(safe), fence].join('\n')
}
