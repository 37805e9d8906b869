import {toEvidence} from '../check/evidence.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {FactStore} from '../facts/store.ts'
import {placeOf} from '../reporters/terminal/place.ts'
import {safe, safeValue} from '../reporters/terminal/safe.ts'
import {styleOf} from '../reporters/terminal/style.ts'
import {type Args, isOn, one} from './args.ts'
import {displayOf} from './display.ts'
import {exitCodes} from './exit-code.ts'
import {type FactLeaf, leavesOf} from './fact-leaves.ts'
import {type FactPath, parseFactPath} from './fact-path.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {rangesText} from './show-ranges.ts'
import {toldBy} from './told.ts'

/** Shows facts of a host, all or those below a path, with the place each value was set and what it overrode. */
export async function showFacts(args: Args, io: Io): Promise<number> {
  const path = one(args, 'path')
  const paths: readonly FactPath[] =
    path === undefined ? collectors.map((collector) => ({collector, steps: []})) : [parseFactPath(path, collectors)]
  const [told, host] = await Promise.all([toldBy(args), hostOpener(args)()])
  const store = new FactStore(collectors, host, told)
  if (path === 'cluster.ranges' && !isOn(args, 'json')) {
    io.out.write(await rangesText(store, displayOf(args, io.out, io.env)))
    return exitCodes.pass
  }
  const groups = await Promise.all(
    paths.map(async ({collector, steps}) => {
      const field = {kind: 'record', about: collector.about, fields: collector.fields} as const
      return leavesOf(field, await store.collect(collector), collector.name, steps)
    }),
  )
  if (path !== undefined && groups.flat().length === 0) throw new UserError(`there is no ${path} on this host`)
  io.out.write(isOn(args, 'json') ? asJson(groups.flat()) : asText(groups, args, io))
  return exitCodes.pass
}

function asJson(leaves: readonly FactLeaf[]): string {
  const published = leaves.map((leaf) => ('value' in leaf ? toEvidence(leaf) : {...leaf, source: undefined}))
  return `${JSON.stringify(published, undefined, 2)}\n`
}

function asText(groups: readonly (readonly FactLeaf[])[], args: Args, io: Io): string {
  const style = styleOf(displayOf(args, io.out, io.env))
  const lines = (leaf: FactLeaf): readonly string[] => {
    if ('absent' in leaf) return [`${safe(leaf.fact)}  ${style.yellow(`absent: ${safe(leaf.absent)}`)}`]
    if ('unknown' in leaf) return [`${safe(leaf.fact)}  ${style.yellow(`unknown: ${safe(leaf.unknown)}`)}`]
    const {fact, value, source, overrode = []} = toEvidence(leaf)
    const place = source === undefined ? '' : `  ${style.cyan(placeOf(source))}`
    const lost = overrode.map((each) => `  overrides ${safeValue(each.value)} of ${placeOf(each.source)}`)
    return [`${safe(fact)} = ${safeValue(value)}${place}`, ...lost.map(style.dim)]
  }
  return `${groups.map((leaves) => leaves.flatMap(lines).join('\n')).join('\n\n')}\n`
}
