import {type ShellToken, shellTokens} from './shell-tokens.ts'

/**
 * A variable that a sourced shell file sets. `uncertain`: only running the shell would tell, because the value needs an
 * expansion the file does not settle or the assignment stands under a condition; what cannot be expanded is as written.
 */
export interface ShellAssignment {
  readonly name: string
  readonly value: string
  readonly line: number
  readonly uncertain: boolean
}

/**
 * Reads the assignments of a file that a shell sources (/etc/default/docker of init scripts, /etc/conf.d,
 * /run/flannel/subnet.env) in order, replacing variables that the file itself has set for certain.
 */
export function readShellAssignments(text: string): ShellAssignment[] {
  const assignments: ShellAssignment[] = []
  const known = new Map<string, string>()
  let depth = 0
  let parentheses = 0
  let isConditional = false
  let isLost = false
  let command: ShellToken[] = []
  const finish = () => {
    if (command[0]?.text === 'function' && command.at(-1)?.text === '{') depth++
    for (let first = command[0]?.text; first !== undefined && keywords.has(first); first = command[0]?.text) {
      depth = Math.max(0, depth + (keywords.get(first) ?? 0))
      command.shift()
    }
    for (const word of assignmentWords(command)) {
      const [, name = '', operator, value = ''] = assignment.exec(word.text) ?? []
      const before = operator === '+=' ? known.get(name) : ''
      const isSettled = depth === 0 && parentheses === 0 && !isConditional && !isLost
      const uncertain = word.uncertain || !isSettled || before === undefined
      assignments.push({name, value: (before ?? '') + value, line: word.line, uncertain})
      if (uncertain) known.delete(name)
      else known.set(name, (before ?? '') + value)
    }
    command = []
  }
  for (const token of shellTokens(text, known)) {
    if (token.kind === 'word') {
      command.push(token)
      continue
    }
    const isBlankLine = token.text === '\n' && command.length === 0
    finish()
    if (isBlankLine) continue
    if (token.text === '(') parentheses++
    else if (token.text === ')') parentheses = Math.max(0, parentheses - 1)
    else if (token.text === '<<') isLost = true
    isConditional = token.text === '&&' || token.text === '||' || token.text === '|'
  }
  finish()
  return assignments
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)(\+?=)([\s\S]*)$/

/** What a reserved word adds to the nesting. */
const keywords: ReadonlyMap<string, number> = new Map([
  ...['if', 'for', 'while', 'until', 'case', 'select', '{'].map((word) => [word, 1] as const),
  ...['then', 'do', 'else', 'elif', '!'].map((word) => [word, 0] as const),
  ...['fi', 'done', 'esac', '}'].map((word) => [word, -1] as const),
])

const declarations = new Set(['export', 'readonly', 'declare', 'typeset', 'local'])

/** Assignments before a program's name hold for that program only. */
function assignmentWords(command: readonly ShellToken[]): readonly ShellToken[] {
  const isAssignment = ({assigns}: ShellToken) => assigns
  if (declarations.has(command[0]?.text ?? '')) return command.slice(1).filter(isAssignment)
  return command.every(isAssignment) ? command : []
}
