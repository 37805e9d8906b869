import type {Finding} from '../../check/report.ts'
import {cut} from '../finding/finding-text.ts'

/** What each severity is called in SARIF. */
export const levels = {error: 'error', warning: 'warning', info: 'note'} as const

/** GitHub refuses longer descriptions. */
const maxDescription = 1000

/** The rules of the results, each once, in the order in which they are first spoken of. */
export function sarifRules(findings: readonly Finding[]) {
  const ids = [...new Set(findings.map(({rule}) => rule))]
  return ids.map((id) => {
    const own = findings.filter(({rule}) => rule === id)
    const told = own.find(({why}) => why !== undefined)
    return ruleOf(id, told ?? own[0])
  })
}

function ruleOf(id: string, finding: Finding | undefined) {
  const {title = id, subject = '', severity = 'error', why = title, fix, references = []} = finding ?? {}
  const help = [why, ...(fix === undefined ? [] : [fix.text]), ...references].join('\n\n')
  const link = references.find((reference) => URL.canParse(reference))
  return {
    id,
    shortDescription: {text: cut(title, maxDescription)},
    fullDescription: {text: cut(why, maxDescription)},
    help: {text: help},
    ...(link === undefined ? {} : {helpUri: link}),
    defaultConfiguration: {level: levels[severity]},
    properties: {tags: [subject]},
  }
}
