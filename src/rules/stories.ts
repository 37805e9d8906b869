import {readFile} from 'node:fs/promises'
import {loadPages, type RuleStories} from './pages.ts'
import {parseRuleFile} from './parse.ts'
import type {Examples, Rule} from './rule.ts'

/** What the examples of a rule tell: of a built-in one from the bundle, of a user's own from its file. */
export async function storiesOf(rule: Rule): Promise<RuleStories> {
  const none = {said: [], spared: []}
  if (rule.origin === undefined) return (await loadPages()).stories[rule.id] ?? none
  return readFile(rule.file, 'utf8').then(
    (text) => tell(parseRuleFile(rule.file, text).examples),
    () => none,
  )
}

/** The sayings and titles of examples that are worth reading. */
export const tell = ({pass, skip, fail}: Examples): RuleStories => ({
  said: [...new Set(fail.flatMap(({message}) => message ?? []))],
  spared: [...new Set([...pass, ...skip].flatMap(({title}) => title ?? []))],
})
