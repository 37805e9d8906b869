import type {LogLine} from './log-lines.ts'

/** What the examples of a rule tell its readers. */
export interface RuleStories {
  /** What the rule says where it fails. */
  readonly said: readonly string[]
  /** States that look like the fault and are none. */
  readonly spared: readonly string[]
}

/** What is read only to explain: kept apart from the rules, so that a check does not load it. */
export interface Pages {
  readonly stories: Readonly<Record<string, RuleStories>>
  readonly logLines: readonly LogLine[]
}

/** Loads what `npm run bundle` made of the examples and of the known log lines. */
export const loadPages = async (): Promise<Pages> => (await import('#pages', {with: {type: 'json'}})).default
