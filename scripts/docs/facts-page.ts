import type {Collector} from '../../src/facts/collector.ts'
import type {Field, Fields} from '../../src/facts/fields.ts'

/** The reference of every fact and field that rules can read. */
export function factsPage(collectors: readonly Collector[]): string {
  const sections = collectors.map(
    ({name, about, fields}) =>
      `## ${name}\n\n${about}\n\n| field | type | meaning |\n| --- | --- | --- |\n${rows(fields, name).join('\n')}\n`,
  )
  return `# Facts

What rules can read about a host. Generated from \`src/collectors/\` by \`npm run docs\`; do not edit.
A value that could not be determined makes a rule that needs it \`unknown\`; a fact that the host has nothing of makes it \`skip\`.

${sections.join('\n')}`
}

function rows(fields: Fields, path: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = `${path}.${name}`
    return [`| \`${own}\` | ${typeName(field)} | ${field.about.replaceAll('|', '\\|')} |`, ...nested(field, own)]
  })
}

function nested(field: Field, path: string): readonly string[] {
  if (field.kind === 'record') return rows(field.fields, path)
  return field.kind === 'list' && field.item.kind === 'record' ? rows(field.item.fields, `${path}[]`) : []
}

const typeName = (field: Field): string => (field.kind === 'list' ? `list of ${field.item.kind}` : field.kind)
