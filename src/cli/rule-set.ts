import {Cel} from '../cel/environment.ts'
import {collectors} from '../collectors/index.ts'
import {builtinRules} from '../rules/builtin.ts'
import {combineRules, loadPack} from '../rules/pack.ts'
import type {Rule} from '../rules/rule.ts'
import {type Args, many} from './args.ts'
import {version} from './version.ts'

/** The built-in rules with those of `--rules`, as no configuration changed them, and the compiler they share. */
export async function openRules(args: Args): Promise<{readonly cel: Cel; readonly rules: readonly Rule[]}> {
  const cel = new Cel(collectors)
  const packs = await Promise.all(many(args, 'rules').map((folder) => loadPack(folder, cel, version)))
  return {cel, rules: combineRules(builtinRules, packs)}
}
