import type {Place} from '../errors.ts'

/**
 * Where a character of an expression stands in its rule file: the expression is searched from the line of its key, so
 * plain, quoted and block scalars are all found. Offset counts from 0 within the expression.
 */
export function placeInFile(file: string, text: string, keyLine: number, expression: string, offset: number): Place {
  const before = expression.slice(0, offset).split('\n')
  const lineOfExpression = before.length - 1
  const wanted = expression.split('\n')[lineOfExpression]?.trim() ?? ''
  const lines = text.split('\n')
  for (let index = keyLine - 1 + lineOfExpression; index < lines.length; index += 1) {
    const start = (lines[index] ?? '').indexOf(wanted)
    if (start < 0) continue
    const indent =
      (expression.split('\n')[lineOfExpression] ?? '').length -
      (expression.split('\n')[lineOfExpression] ?? '').trimStart().length
    return {file, line: index + 1, column: start + 1 + (before.at(-1) ?? '').length - indent}
  }
  return {file, line: keyLine}
}
