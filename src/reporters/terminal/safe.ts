/**
 * A text in one line that cannot act on a terminal or deceive its reader: control and escape characters, direction marks,
 * invisible characters and lone surrogates are spelled out.
 */
export function safe(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, spell)
}

/** A value of the evidence in one line: texts in quotes, long ones cut. */
export function safeValue(value: unknown): string {
  const written = safe(typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value)))
  return written.length > maxValue ? `${written.slice(0, maxValue)}... (${written.length} characters)` : written
}

const maxValue = 160

function spell(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}
