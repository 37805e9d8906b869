import type {Probe} from '../facts/probe.ts'
import {type Absent, absent, at, type Leaf, unknown} from '../facts/value.ts'
import {compareVersions, parseVersion, type Version} from '../text/version.ts'
import {declaredRanges} from './declared-ranges.ts'
import {findProgram, type ProgramSearch} from './programs.ts'
import type {SearchPath} from './service-path.ts'
import {toolCallers} from './tool-callers.ts'
import {type Consumer, type PresentConsumer, versionName} from './tool-consumer.ts'
import {toolConsumers} from './tool-consumers.ts'
import {needsInGroup, type ToolGroup} from './tool-groups.ts'
import {kubeletPath} from './tool-kubelet.ts'
import {ipv6Tools, type Need, type Strength, type ToolName, toolNeeds} from './tool-needs.ts'

/**
 * Who needs a tool, of them those who do not find it where some do; absent where nobody does. `isCertain` is unknown where
 * only what is not known decides, `isOver` where all have done what they needed it for.
 */
type ToolNeed =
  | {
      readonly strength: Strength | 'unknown'
      readonly isCertain: Leaf<boolean>
      readonly isOver: boolean
      readonly by: readonly Leaf<string>[]
    }
  | Absent

/** A look for a tool on the PATH of one that needs it. `service` is empty for one that no unit starts. */
export interface ToolSearch {
  readonly service: string
  readonly path: SearchPath
  readonly search: ProgramSearch
  readonly by: Leaf<string>
}

/** Where a tool is and who needs it. */
export interface ToolLookup {
  readonly need: ToolNeed
  /** Why nobody needs it, where nobody does. */
  readonly ruledOut: readonly string[]
  readonly searches: readonly ToolSearch[]
}

/**
 * Looks for a tool on the PATH of everything on this host that needs it: `probe.once(toolLookup, '', 'conntrack')`, or
 * `probe.once(toolLookup, 'fileSystems', 'mkfs.ext4')` for one of a group.
 */
export async function toolLookup(probe: Probe, group: string, program: string): Promise<ToolLookup> {
  const verdicts = await verdictsOn(probe, program, needsOf(group, program))
  const needing = verdicts.filter((verdict) => verdict.is !== 'no')
  const yes = needing.filter(({is}) => is === 'yes')
  const maybe = needing.filter(({is}) => is === 'maybe')
  const searched = yes.length > 0 ? yes : maybe
  const fallback = {service: '', path: await probe.once(kubeletPath), by: ''}
  const searches = await Promise.all(
    (searched.length > 0 ? searched.map(searchOf) : [fallback]).map(async ({service, path, by}) => ({
      service,
      path,
      by,
      search: await probe.once(findProgram, program, path.directories.join(':')),
    })),
  )
  const ruledOut = distinct(verdicts.flatMap(({is, reason}) => (is === 'no' ? [reason] : [])))
  const lacking = yes.filter((_, index) => !searches[index]?.search.found)
  return {need: needOf(program, lacking.length > 0 ? lacking : yes, maybe, ruledOut), ruledOut, searches}
}

function needsOf(group: string, program: string): readonly Need[] {
  if (group === '') return toolNeeds[program as ToolName]
  return needsInGroup(group as ToolGroup, program)
}

async function verdictsOn(probe: Probe, program: string, needs: readonly Need[]): Promise<readonly Verdict[]> {
  if (ipv6Tools.has(program) && !(await hasIpv6Ranges(probe))) {
    return [{is: 'no', reason: 'nothing tells of IPv6 ranges in this cluster'}]
  }
  const [consumers, callers] = await Promise.all([
    probe.once(toolConsumers),
    needs.some(({by}) => by === 'caller') ? probe.once(toolCallers, program) : [],
  ])
  return needs.flatMap((need) => {
    const consumer = consumers.get(need.by)
    return (consumer ? [consumer] : callers).map((each) => judge(need, each))
  })
}

async function hasIpv6Ranges(probe: Probe): Promise<boolean> {
  const ranges = await probe.once(declaredRanges)
  return ranges.some(({isInForce, text}) => isInForce && text.includes(':'))
}

type Verdict =
  | {readonly is: 'no'; readonly reason: string}
  | {
      readonly is: 'yes' | 'maybe'
      readonly need: Need
      readonly strength: Strength
      readonly reason: string
      readonly consumer: PresentConsumer
    }
type Needing = Exclude<Verdict, {is: 'no'}>

function judge(need: Need, consumer: Consumer): Verdict {
  if (consumer.state === 'absent') return {is: 'no', reason: consumer.reason}
  const {label, version, versionText = version && versionName(version)} = consumer
  const named = versionText === undefined ? label : `${label} ${versionText}`
  const isIn = isWithin(need, version)
  if (isIn === false) return {is: 'no', reason: `${named} does without it`}
  if (consumer.isSettled && need.strength === 'checked') return {is: 'no', reason: `${named} has joined this node`}
  const strength = consumer.isSettled ? 'checked' : need.strength
  if (consumer.state === 'possible') return {is: 'maybe', need, strength, consumer, reason: consumer.reason}
  if (isIn === undefined) {
    return {is: 'maybe', need, strength, consumer, reason: `nothing tells the version of ${label}`}
  }
  const again = strength === need.strength ? '' : ' when it joins again'
  return {is: 'yes', need, strength, consumer, reason: `${named} ${need.what}${again}`}
}

/** Whether a version is in the releases that need the tool; undefined where it is not known and matters. */
function isWithin({since, until, backports = []}: Need, version: Version | undefined): boolean | undefined {
  if (since === undefined && until === undefined) return true
  if (!version) return undefined
  const isBackported = backports.map(parseVersion).some((patch) => patch && hasPatch(version, patch))
  if (isBackported) return false
  const isAfter = (release: string | undefined): boolean => {
    const parsed = release === undefined ? undefined : parseVersion(release)
    return parsed !== undefined && compareVersions(version, parsed) >= 0
  }
  return (since === undefined || isAfter(since)) && !isAfter(until)
}

/** Whether a release is of the minor of a patch release and not older. */
function hasPatch(version: Version, patch: Version): boolean {
  const isSameMinor = [0, 1].every((index) => version.numbers[index] === patch.numbers[index])
  return isSameMinor && compareVersions(version, patch) >= 0
}

/** Those who may need a tool, and what would have to be known to tell. */
function doubt(maybe: readonly Needing[]): string {
  const labels = distinct(maybe.map(({consumer}) => consumer.label))
  const names = labels.map((label) => {
    const windows = maybe.flatMap(({consumer, need}) => (consumer.label === label ? [need] : []))
    const [since, until] = [windows[0]?.since, windows.at(-1)?.until]
    const words = [since === undefined ? '' : ` since ${since}`, until === undefined ? '' : ` before ${until}`]
    return `${label}${words.filter((word) => word !== '').join(' and')}`
  })
  const reasons = distinct(maybe.map(({reason}) => reason))
  return `it may be needed by ${names.join(', ')}, and ${reasons.join(', and ')}`
}

function needOf(
  name: string,
  yes: readonly Needing[],
  maybe: readonly Needing[],
  ruledOut: readonly string[],
): ToolNeed {
  const strongest = strengths.find((strength) => yes.some((verdict) => verdict.strength === strength))
  const isOver = yes.length > 0 && yes.every(({consumer}) => consumer.isSettled)
  if (strongest) return {strength: strongest, isCertain: true, isOver, by: yes.map(reasonLeaf)}
  if (maybe.length === 0) return absent(`${name} is not needed: ${ruledOut.join('; ')}`)
  const reason = doubt(maybe)
  const isCertain = unknown(`whether ${name} is needed is not known: ${reason}`)
  return {strength: 'unknown', isCertain, isOver: false, by: [reason]}
}

const strengths: readonly Strength[] = ['required', 'used', 'checked']

function searchOf(verdict: Needing) {
  return {service: verdict.consumer.service, path: verdict.consumer.path, by: reasonLeaf(verdict)}
}

function reasonLeaf({reason, consumer}: Needing): Leaf<string> {
  return at(reason, consumer.source)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
