import {inspect} from '../check/check.ts'
import type {Report} from '../check/report.ts'
import {collectors} from '../collectors/index.ts'
import type {FactStore} from '../facts/store.ts'
import type {Told} from '../facts/told.ts'
import type {Host} from '../host/host.ts'
import type {Phase, Rule} from '../rules/rule.ts'
import {one} from './args.ts'
import type {Setup} from './setup.ts'
import {version} from './version.ts'

/** A host that some rules are to be tried on, with what was set up and said of it. */
export interface Subject {
  readonly host: Host
  readonly setup: Setup
  readonly told: Told
}

/** What some rules say of a host, whatever the options select, and its facts; rules that compare hosts say nothing of one. */
export function tryRules(
  {host, setup, told}: Subject,
  named: readonly Rule[],
): Promise<{readonly report: Report; readonly store: FactStore}> {
  const rules = named.filter(({scope}) => scope === undefined)
  const {args, cel, waivers} = setup
  const phase = (one(args, 'phase') ?? 'auto') as Phase | 'auto'
  return inspect({host, told, collectors, rules, cel, phase, version, waivers})
}
