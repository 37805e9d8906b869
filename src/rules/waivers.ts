import type {Place} from '../errors.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {matchesGlob} from '../text/glob.ts'
import {MappingReader} from '../text/mapping-reader.ts'

/** A failure that somebody accepts, for a reason and perhaps for a time. */
export interface Waiver {
  readonly rule: string
  /** A glob of the items it covers; all without it. */
  readonly item?: string
  /** A glob of the host names it holds on; all without it. */
  readonly host?: string
  readonly reason: string
  readonly owner?: string
  /** The last day it holds, in UTC, as in 2027-01-31; for ever without it. */
  readonly expires?: string
  readonly place: Place & {readonly line: number}
}

/** Reads a list of waivers. Throws UserError with the place of the first mistake. */
export function readWaivers(file: string, node: DocumentNode | undefined): readonly Waiver[] {
  if (node === undefined || node.value === null) return []
  const items = itemsOf(node)
  if (!items) throw new MappingReader(file, node, 'the file', []).refuse(node, "'waivers' must be a list")
  return items.map((item) => readWaiver(file, item))
}

const keys = ['rule', 'item', 'host', 'reason', 'owner', 'expires'] as const

function readWaiver(file: string, node: DocumentNode): Waiver {
  const reader = new MappingReader(file, node, 'a waiver', keys)
  const optional = (key: 'item' | 'host' | 'owner') => {
    const text = reader.optionalText(key)
    return text === undefined ? {} : {[key]: text}
  }
  const expires = reader.optionalText('expires')
  if (expires !== undefined && !isDate(expires)) {
    throw reader.refuse(reader.member('expires') ?? node, `'expires' is no date: '${expires}'`, 'as in 2027-01-31')
  }
  return {
    rule: reader.text('rule'),
    ...optional('item'),
    ...optional('host'),
    reason: reader.text('reason').trim(),
    ...optional('owner'),
    ...(expires === undefined ? {} : {expires}),
    place: {file, line: node.line, column: node.column},
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether a waiver speaks of a rule's finding on a host. */
export const covers = (waiver: Waiver, rule: string, item: string | undefined, host: string): boolean =>
  waiver.rule === rule &&
  isOnHost(waiver, host) &&
  (waiver.item === undefined || (item !== undefined && matchesGlob(waiver.item, item)))

/** Whether a waiver is meant for a host. */
export const isOnHost = ({host: pattern}: Waiver, host: string): boolean =>
  pattern === undefined || matchesGlob(pattern, host)

/** Whether a waiver's last day is over. */
export const isExpired = ({expires}: Waiver, now: Date): boolean =>
  expires !== undefined && now.toISOString().slice(0, 10) > expires
