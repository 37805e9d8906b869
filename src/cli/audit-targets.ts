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
  const listed =
    list === undefined ? [] : hostsIn(await readUserFile(list === '-' ? '/dev/stdin' : list, '--hosts'), list)
  const {targets: known, notices} =
    inventory === undefined
      ? {targets: [], notices: []}
      : await inventoried(inventory, one(args, 'become') !== undefined)
  const all = [...named, ...listed, ...known].toReversed().map((target) => [target.name, target] as const)
  return {targets: [...new Map(all).values()].reverse(), notices}
}

/** A host a line, or several with blanks between them; `#` begins a comment. */
function hostsIn(text: string, file: string): readonly Target[] {
  const hosts = text.split(/\r?\n/).flatMap((line, index) => {
    const names = line.replace(/#.*$/, '').split(/\s+/)
    const where = {file, line: index + 1}
    if (names.some((name) => /^\[\w[^\]]*\]$|^[^-].*=/.test(name))) {
      throw new UserError('this is a line of an inventory', {place: where, hint: 'which --inventory reads'})
    }
    return names.filter((name) => name !== '').map((name) => checkedTarget({name}, `${file}:${index + 1}: `))
  })
  if (hosts.length === 0) throw new UserError(`--hosts: ${file} names no host`)
  return hosts
}

async function inventoried(file: string, becomes: boolean): Promise<Targets> {
  const parsed = parseAnsibleInventory(await readUserFile(file, '--inventory'))
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file}})
  if (parsed.value.length === 0) throw new UserError(`--inventory: ${file} names no host`)
  const messages = unfollowed(parsed.value, becomes)
  return {
    targets: parsed.value.map((host) => targetOf(host, `${file}: `)),
    notices: messages.map((message) => ({about: 'configuration', message, source: {file}})),
  }
}
