import {Cel} from '../../src/cel/environment.ts'
import {judgeExample} from '../../src/check/example.ts'
import type {Finding} from '../../src/check/report.ts'
import {collectors} from '../../src/collectors/index.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {type Family, families} from '../../src/rules/rule.ts'

/** What all failing examples of all rules give on a host of each distribution family. */
export async function failuresByFamily(): Promise<ReadonlyMap<Family, readonly Finding[]>> {
  const cel = new Cel(collectors)
  const byFamily = new Map<Family, Finding[]>(families.map((family) => [family, []]))
  for (const {rule, examples} of await readRuleFiles('rules')) {
    if (rule.scope === 'fleet') continue
    const {commands} = rule.fix
    const judged = new Map<string, readonly Finding[]>()
    for (const family of families) {
      const chosen = commands[family] ?? commands.any ?? []
      const key = JSON.stringify(chosen)
      const one = {...rule, fix: {...rule.fix, commands: {any: chosen}}}
      const findings =
        judged.get(key) ??
        (await Promise.all(examples.fail.map((example) => judgeExample(one, example, collectors, cel)))).flat()
      judged.set(key, findings)
      byFamily.get(family)?.push(...findings.filter(({outcome}) => outcome === 'fail'))
    }
  }
  return byFamily
}
