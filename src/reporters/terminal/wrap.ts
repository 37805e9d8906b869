import {safe} from './safe.ts'

/** The text of one paragraph in lines of at most `width` characters; a longer word, such as a path, stays whole. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && longer.length > width) {
      lines.push(line.trimEnd())
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Text of several paragraphs, made safe and wrapped. */
export function wrapProse(text: string, width: number): readonly string[] {
  return text
    .trim()
    .split(/\n/)
    .flatMap((paragraph) => wrap(safe(paragraph), width))
}

/** Lines with the label before the first and the rest aligned under it. */
export function labelled(
  label: string,
  lines: readonly string[],
  labelWidth: number,
  paint: (text: string) => string = (text) => text,
): readonly string[] {
  const gap = ' '.repeat(Math.max(labelWidth - label.length, 0))
  return lines.map((line, index) => (index === 0 ? paint(label) + gap : ' '.repeat(labelWidth)) + line)
}

/** A count with its noun, as in `1 error`, `2 errors`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
