import {UserError} from '../errors.ts'
import {type InventoryHost, parseAnsibleInventory} from '../text/ansible-inventory.ts'
import {type Args, many, one} from './args.ts'
import {readUserFile} from './config.ts'

/** The hosts that the command line, `--hosts` and `--inventory` name, each once, in this order. */
export async function auditTargets(args: Args): Promise<readonly InventoryHost[]> {
  const [list, inventory] = [one(args, 'hosts'), one(args, 'inventory')]
  const named = many(args, 'host').map((name) => checked({name}, ''))
  const listed = list === undefined ? [] : hostsIn(await readUserFile(list, '--hosts'), list)
  const known = inventory === undefined ? [] : await inventoried(inventory)
  return [...new Map([...named, ...listed, ...known].toReversed().map((host) => [host.name, host])).values()].reverse()
}

/** A host a line, or several with blanks between them; `#` begins a comment. */
function hostsIn(text: string, file: string): readonly InventoryHost[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const names = line.replace(/#.*$/, '').split(/\s+/)
    return names.filter((name) => name !== '').map((name) => checked({name}, `${file}:${index + 1}: `))
  })
}

async function inventoried(file: string): Promise<readonly InventoryHost[]> {
  const parsed = parseAnsibleInventory(await readUserFile(file, '--inventory'))
  if (!parsed.ok) throw new UserError(parsed.problem.message, {place: {...parsed.problem, file}})
  return parsed.value.map((host) => checked(host, `${file}: `))
}

/** Refuses what ssh, or a person who reads the report, could take for something else than a host. */
function checked(host: InventoryHost, where: string): InventoryHost {
  const {name, address = name, user = '', port = '22'} = host
  const wrong = [name, address, user].find((text) => /^-|[\s\p{Cc}]/u.test(text) || text.length > 255)
  if (wrong !== undefined || name === '' || address === '') {
    throw new UserError(`${where}'${wrong ?? ''}' is no host`, {
      hint: 'a name, an address or user@host; options go into --ssh',
    })
  }
  if (!/^\d{1,5}$/.test(port)) throw new UserError(`${where}'${port}' is no port of ${name}`)
  return host
}
