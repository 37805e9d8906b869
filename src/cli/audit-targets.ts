import type {Notice} from '../check/report.ts'
import {UserError} from '../errors.ts'
import {parseAnsibleInventory} from '../text/ansible-inventory.ts'
import {type Args, many, one} from './args.ts'
import {readUserFile} from './config.ts'
import {checkedTarget, type Target, targetOf, unfollowed} from './inventory-target.ts'

/** The hosts to audit, and what was said of them that is not done. */
interface Targets {
  readonly targets: readonly Target[]
  readonly notices: readonly Notice[]
}

/** The hosts that the command line, `--hosts` and `--inventory` name, each once, in this order. */
export async function auditTargets(args: Args): Promise<Targets> {
  const [list, inventory] = [one(args, 'hosts'), one(args, 'inventory')]
  const named = many(args, 'host').map((name) => checkedTarget({name}, ''))
  const listed = list === undefined ? [] : hostsIn(await readUserFile(list, '--hosts'), list)
  const {targets: known, notices} =
    inventory === undefined
      ? {targets: [], notices: []}
      : await inventoried(inventory, one(args, 'become') !== undefined)
  const all = [...named, ...listed, ...known].toReversed().map((target) => [target.name, target] as const)
  return {targets: [...new Map(all).values()].reverse(), notices}
}

/** A host a line, or several with blanks between them; `#` begins a comment. */
function hostsIn(text: string, file: string): readonly Target[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const names = line.replace(/#.*$/, '').split(/\s+/)
    return names.filter((name) => name !== '').map((name) => checkedTarget({name}, `${file}:${index + 1}: `))
  })
}

async function inventoried(file: string, becomes: boolean): Promise<Targets> {
  const parsed = parseAnsibleInventory(await readUserFile(file, '--inventory'))
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file}})
  const messages = unfollowed(parsed.value, becomes)
  return {
    targets: parsed.value.map((host) => targetOf(host, `${file}: `)),
    notices: messages.map((message) => ({about: 'configuration', message, source: {file}})),
  }
}
