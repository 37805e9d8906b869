/**
 * A plain value as lines of YAML in block style. Every text is double-quoted and what cannot be seen is escaped, so that
 * YAML 1.1 and 1.2 readers agree on it; half a surrogate pair, which YAML has no form for, becomes U+FFFD.
 */
export function yamlLines(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item) => hang('- ', yamlLines(item)))
  if (!isMapping(value)) return [scalar(value)]
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return members.length === 0 ? ['{}'] : members.flatMap(([key, member]) => memberLines(key, member))
}

function memberLines(key: string, member: unknown): readonly string[] {
  const lines = yamlLines(member)
  const label = plainKey.test(key) && !reserved.test(key) ? key : quoted(key)
  return isBlock(member) ? [`${label}:`, ...lines.map((line) => `  ${line}`)] : [`${label}: ${lines[0]}`]
}

const isBlock = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isMapping(value) && Object.values(value).some((member) => member !== undefined)

const hang = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line)

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plainKey = /^[A-Za-z][\w-]*$/
/** Words that YAML 1.1 reads as booleans or as nothing, or its readers as numbers (`e7`). */
const reserved = /^(y|n|yes|no|on|off|true|false|null|e\d+)$/i

function scalar(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'null')
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu,
    (character) => {
      const code = character.codePointAt(0) ?? 0
      return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
    },
  )
}
