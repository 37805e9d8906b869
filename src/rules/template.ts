const placeholder = /\{\{(.+?)\}\}/g

/** The expressions inside `{{…}}` of a text. */
export function templateExpressions(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, expression]) => (expression ?? '').trim())
}

/** A text with each `{{expression}}` replaced by its quoted value; one whose value is not known is left as written. */
export async function fillTemplate(
  text: string,
  quote: (value: string) => string,
  evaluate: (expression: string) => Promise<string | undefined>,
): Promise<string> {
  const values = new Map<string, string>()
  for (const expression of templateExpressions(text)) {
    const value = await evaluate(expression)
    if (value !== undefined) values.set(expression, quote(value))
  }
  return text.replaceAll(placeholder, (whole, expression: string) => values.get(expression.trim()) ?? whole)
}

/** A value as one word of a POSIX shell. */
export function shellQuote(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}
