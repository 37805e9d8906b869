import type {RuleFile} from '../../src/rules/parse.ts'
import type {Rule} from '../../src/rules/rule.ts'

/** The page of one rule. */
export function rulePage({rule, examples}: RuleFile): string {
  const parts = [
    `# ${rule.id}`,
    rule.title,
    `Subject ${rule.subject}; severity ${rule.severity.map(({is, when}) => (when === undefined ? is : `${is} where \`${when}\``)).join(', otherwise ')}; phases ${rule.phases.join(', ')}.`,
    `## Why it matters\n\n${rule.why}`,
    `## Remedy\n\n${rule.fix.text}${commands(rule)}`,
    `## How it is decided\n\n${decided(rule)}`,
    section(
      'In the logs',
      rule.symptoms.map((symptom) => `- \`${symptom}\``),
    ),
    section(
      'What is said',
      examples.fail.flatMap(({message}) => (message === undefined ? [] : [`- ${message}`])),
    ),
    section(
      'No alarm',
      examples.pass.concat(examples.skip).flatMap(({title}) => (title === undefined ? [] : [`- ${title}`])),
    ),
    section(
      'References',
      rule.references.map((reference) => `- <${reference}>`),
    ),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${heading}\n\n${lines.join('\n')}`

function commands({fix}: Rule): string {
  const blocks = Object.entries(fix.commands).map(
    ([family, lines]) => `${family}:\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\``,
  )
  return blocks.length === 0 ? '' : `\n\n${blocks.join('\n\n')}`
}

function decided({when, each, assert}: Rule): string {
  const rows = [
    ['applies when', when],
    ['for each', each],
    ['must hold', assert],
  ].filter(([, text]) => text !== undefined)
  return rows.map(([label, text]) => `- ${label}: \`${text}\``).join('\n')
}
