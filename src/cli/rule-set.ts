import {Cel} from '../cel/environment.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {builtinRules} from '../rules/builtin.ts'
import {loadRules} from '../rules/load.ts'
import type {Rule} from '../rules/rule.ts'
import {type Args, many} from './args.ts'

/** The built-in rules and those of `--rules`, with the compiler they share. A second rule of one id is refused. */
export async function openRules(args: Args): Promise<{readonly cel: Cel; readonly rules: readonly Rule[]}> {
  const cel = new Cel(collectors)
  const loaded = await Promise.all(many(args, 'rules').map((folder) => loadRules(folder, cel)))
  const byId = new Map(builtinRules.map((rule) => [rule.id, rule]))
  for (const rule of loaded.flat()) {
    const known = byId.get(rule.id)
    if (known) throw new UserError(`the rule '${rule.id}' already exists in ${known.file}`, {place: {file: rule.file}})
    byId.set(rule.id, rule)
  }
  return {cel, rules: [...byId.values()]}
}
