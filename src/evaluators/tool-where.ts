import {at, type Leaf, unknown} from '../facts/value.ts'
import type {ProgramSearch} from './programs.ts'

/** Where a program is: the leaves of its record. `where` is the end of a sentence, as in `nowhere on this host`. */
export interface Whereabouts {
  readonly isFound: Leaf<boolean>
  readonly path: Leaf<string>
  readonly where: Leaf<string>
}

/** The whereabouts that a search on the PATH of a service comes to; `service` is empty where no unit is searched for. */
export function whereabouts(search: ProgramSearch, service: string): Whereabouts {
  const {found, gap} = search
  if (found) return {isFound: at(true, {kind: 'file', path: found.path}), path: found.path, where: `at ${found.path}`}
  if (!gap) return {isFound: false, path: '', where: missing(search, service)}
  const reason = unknown(gap.reason, gap.source)
  return {isFound: reason, path: reason, where: reason}
}

/** An executable of the name outside the PATH that was searched; empty when there is none. */
export function executableElsewhere({elsewhere}: ProgramSearch): string {
  return elsewhere.find(({isExecutable}) => isExecutable)?.path ?? ''
}

/** What a search that found nothing executable on the PATH came upon. */
function missing({dangling, elsewhere}: ProgramSearch, service: string): string {
  const [link] = dangling
  const [other] = elsewhere
  if (link !== undefined) return `a link at ${link} that leads nowhere`
  if (!other) return 'nowhere on this host'
  if (!other.isExecutable) return `at ${other.path} but not executable`
  const searched = service === '' ? 'where it is looked for' : `on the PATH of ${service}`
  return `not ${searched} but at ${other.path}`
}
