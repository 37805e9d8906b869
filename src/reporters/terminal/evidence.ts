import type {Evidence, EvidenceSource} from '../../check/report.ts'
import {placeOf} from './place.ts'
import {safe, safeValue} from './safe.ts'
import type {Style} from './style.ts'
import {wrap} from './wrap.ts'

/**
 * What was read and where it was set, with what it overrode; what somebody set comes before defaults. What was derived
 * without a place of its own is in the message already and shown only without a limit, as are the numbers of processes:
 * they differ between hosts that are alike, whose reports would not fold into one.
 */
export function evidenceLines(
  evidence: readonly Evidence[],
  {width, limit, style}: {width: number; limit: number; style: Style},
): readonly string[] {
  const ranked = [0, 1, 2].map((rank) => evidence.filter((each) => rankOf(each) === rank))
  const sourced = [...(ranked[0] ?? []), ...(ranked[1] ?? [])]
  const told = Number.isFinite(limit) ? sourced : ranked.flat()
  const place = Number.isFinite(limit) ? withoutPid : placeOf
  const blocks = distinct(told.map((each) => linesOf(each, width, style, place)))
  const more = blocks.length - limit
  return [...blocks.slice(0, limit).flat(), ...(more > 0 ? [style.dim(`and ${more} more (-v shows them)`)] : [])]
}

const rankOf = ({source}: Evidence): number => (source === undefined ? 2 : 'default' in source ? 1 : 0)

const withoutPid = (source: EvidenceSource): string => placeOf(source).replace(/^\/proc\/\d+\//, '/proc/PID/')

function linesOf(
  {fact, value, source, overrode}: Evidence,
  width: number,
  style: Style,
  nameOf: (source: EvidenceSource) => string,
): readonly string[] {
  const said = `${safe(fact)} = ${safeValue(value)}`
  const lost = (overrode ?? []).flatMap((each) =>
    hanging(`overrides ${safeValue(each.value)} of ${nameOf(each.source)}`, width - 2).map(
      (line) => `  ${style.dim(line)}`,
    ),
  )
  if (source === undefined) return [...hanging(said, width), ...lost]
  const place = nameOf(source)
  const [first = '', ...rest] = hanging(`${place}  ${said}`, width)
  const painted = first.startsWith(place) ? style.cyan(place) + first.slice(place.length) : first
  return [painted, ...rest, ...lost]
}

const hanging = (text: string, width: number): readonly string[] =>
  wrap(text, width - 2).map((line, index) => (index === 0 ? line : `  ${line}`))

function distinct(blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(blocks.map((block) => [block.join('\n'), block])).values()]
}
