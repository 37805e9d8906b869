import {cluster} from '../collectors/cluster.ts'
import type {FactStore} from '../facts/store.ts'
import {Absent, bare, sourceOf, Unknown} from '../facts/value.ts'
import {toEvidenceSource} from './evidence.ts'
import type {Report} from './report.ts'

/** The valid ranges in force, where a rule had them collected: the picture of them costs no reading of its own. */
export async function rangesOf(store: FactStore): Promise<Pick<Report, 'ranges'>> {
  const facts = await store.read(cluster)
  if (facts === undefined || facts instanceof Absent || facts instanceof Unknown) return {}
  const ranges = (bare(facts.ranges) ?? []).flatMap((item) => {
    if (item instanceof Absent || item instanceof Unknown || !bare(item.isValid) || !bare(item.isInForce)) return []
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
