import type {FleetReport} from '../../check/fleet-report.ts'
import type {Notice} from '../../check/report.ts'
import {placeOf} from '../terminal/place.ts'

/** A notice, with the hosts whose own files it is about; none where it is about those of the operator, which all hosts tell of. */
export interface FleetNotice {
  readonly text: string
  readonly hosts: readonly string[]
}

/** What the audit and its hosts have notices of, each once. */
export function fleetNotices({notices = [], hosts}: FleetReport): readonly FleetNotice[] {
  const byText = new Map<string, string[]>(notices.map((notice) => [textOf(notice), []]))
  for (const {name, report} of hosts) {
    for (const notice of report.notices ?? []) {
      const text = textOf(notice)
      byText.set(text, [...(byText.get(text) ?? []), name])
    }
  }
  return [...byText].map(([text, names]) => ({
    text,
    hosts: names.length === hosts.length && hosts.length > 1 ? [] : names,
  }))
}

const textOf = ({message, source}: Notice): string => message + (source === undefined ? '' : ` (${placeOf(source)})`)
