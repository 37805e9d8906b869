import {published} from './json.ts'
import type {Reporter} from './reporter.ts'

/**
 * A line of JSON for the report without its findings, then one for each finding that stands alone, with its host and
 * time, as log shippers and `jq` want it.
 */
export const jsonl: Reporter = (report) => {
  const {findings, ...head} = published(report)
  const common = {apiVersion: head.apiVersion, kind: 'Finding', host: head.host.name, startedAt: head.startedAt}
  return [head, ...findings.map((finding) => ({...common, ...finding}))].map(line).join('')
}

/** What some readers take for the end of a line is escaped. */
const line = (value: unknown): string => `${JSON.stringify(value).replace(/[\x85\u2028\u2029]/g, escaped)}\n`

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
