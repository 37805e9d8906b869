import {cluster} from '../collectors/cluster.ts'
import type {FactStore} from '../facts/store.ts'
import {Absent, bare, sourceOf, Unknown} from '../facts/value.ts'
import {toEvidenceSource} from './evidence.ts'
import type {Report} from './report.ts'

/**
 * The valid ranges in force, and where none of a purpose is, those that are only declared for it. Given where a rule had
 * them collected: the picture of them costs no reading of its own.
 */
export async function rangesOf(store: FactStore): Promise<Pick<Report, 'ranges'>> {
  const facts = await store.read(cluster)
  if (facts === undefined || facts instanceof Absent || facts instanceof Unknown) return {}
  const valid = (bare(facts.ranges) ?? []).flatMap((item) =>
    item instanceof Absent || item instanceof Unknown || !bare(item.isValid) ? [] : [item],
  )
  const inForce = new Set(valid.filter((item) => bare(item.isInForce)).map(({purpose}) => bare(purpose)))
  const shown = valid.filter((item) => bare(item.isInForce) || !inForce.has(bare(item.purpose)))
  const ranges = shown.map((item) => {
    const source = sourceOf(item.cidr)
    return {
      purpose: bare(item.purpose) ?? '',
      cidr: bare(item.network) ?? '',
      setBy: bare(item.declaredAs) ?? '',
      ...(source === undefined ? {} : {source: toEvidenceSource(source)}),
    }
  })
  return {ranges}
}
