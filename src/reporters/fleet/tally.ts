import type {FleetReport} from '../../check/fleet-report.ts'
import {counted} from '../terminal/wrap.ts'

/** How many hosts came to what, in words: `200 hosts`, `180 fail`, `2 unreachable`. */
export function fleetTally({summary, findings}: Pick<FleetReport, 'summary' | 'findings'>): readonly string[] {
  const {fail, inconclusive, pass, unreachable} = summary
  const total = fail + inconclusive + pass + unreachable
  const parts = [
    [fail, 'fail'],
    [inconclusive, 'inconclusive'],
    [unreachable, 'unreachable'],
    [pass, 'pass'],
  ] as const
  const across = findings.filter(({outcome}) => outcome === 'fail').length
  return [
    counted(total, 'host'),
    ...parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`),
    ...(across === 0 ? [] : [`${counted(across, 'fault')} across hosts`]),
  ]
}
