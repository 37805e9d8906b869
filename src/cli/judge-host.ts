import {inspect} from '../check/check.ts'
import type {CommonFindings} from '../check/common-findings.ts'
import type {Report} from '../check/report.ts'
import {type FailOn, verdictOf} from '../check/verdict.ts'
import {collectors} from '../collectors/index.ts'
import type {FactStore} from '../facts/store.ts'
import type {Told} from '../facts/told.ts'
import type {Host} from '../host/host.ts'
import type {Phase, Rule} from '../rules/rule.ts'
import {ignoreRules, type Names, selectRules} from '../rules/select.ts'
import {type Args, listed, one, settersOf} from './args.ts'
import type {Setup} from './setup.ts'
import {version} from './version.ts'

/** Judges hosts, everything for it read and checked once. */
export interface Judge {
  readonly rules: readonly Rule[]
  /** The selected rules that compare hosts. */
  readonly fleetRules: readonly Rule[]
  inspect(host: Host): Promise<{readonly report: Report; readonly store: FactStore}>
}

/** A judge by the rules that a setup selects; `common` is what the reports of many hosts share. */
export function judgeOf(setup: Setup, told: Told, common?: CommonFindings): Judge {
  const {args, cel, waivers, notices} = setup
  const selected = selectRules(ignoreRules(setup.rules, namesOf(args, 'ignore')), {
    only: namesOf(args, 'only'),
    skip: namesOf(args, 'skip'),
  })
  const rules = selected.filter(({scope}) => scope === undefined)
  const phase = (one(args, 'phase') ?? 'auto') as Phase | 'auto'
  const failOn = failOnOf(args)
  return {
    rules,
    fleetRules: selected.filter(({scope}) => scope === 'fleet'),
    async inspect(host) {
      const input = {host, told, collectors, rules, cel, phase, version, waivers, notices, common}
      const {report, store} = await inspect(input)
      return {report: {...report, verdict: verdictOf(report.findings, failOn)}, store}
    },
  }
}

/** From which severity on a finding fails a check; where nothing makes it exit so, the verdict is that of the default. */
const failOnOf = (args: Args): FailOn => {
  const failOn = (one(args, 'fail-on') ?? 'error') as FailOn
  return failOn === 'never' ? 'error' : failOn
}

const namesOf = (args: Args, option: string): Names => ({
  names: listed(args, option),
  by: settersOf(args, option)[0]?.by ?? `--${option}`,
})
