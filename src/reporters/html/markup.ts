import {safe} from '../terminal/safe.ts'

/** A piece of HTML that is known to be well-formed. */
export interface Markup {
  readonly html: string
}

type Value = string | number | Markup | readonly Markup[]

/** HTML whose values are escaped unless they are HTML made the same way; what could deceive a reader is spelled out. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const written = values.map((value, index) => htmlOf(value) + (parts[index + 1] ?? ''))
  return {html: (parts[0] ?? '') + written.join('')}
}

/** HTML of our own, such as a style sheet, as it is. */
export const verbatim = (html: string): Markup => ({html})

export const nothing: Markup = {html: ''}

function htmlOf(value: Value): string {
  if (typeof value === 'string') return safe(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map(({html}) => html).join('')
}
