import type {ReadReport} from './read-report.ts'
import type {Evidence, Finding} from './report.ts'
import {type FailOn, isAtLeast} from './verdict.ts'

/** One value behind a finding that is not what it was; an end that has no such value lacks it. */
export interface ChangedEvidence {
  readonly fact: string
  readonly before?: Evidence
  readonly after?: Evidence
}

/** A finding that is not what it was. */
export interface ChangedFinding {
  readonly before?: Finding
  readonly after?: Finding
  readonly evidence: readonly ChangedEvidence[]
}

/**
 * What changed between two reports: `appeared` fails now and did not, `fixed` failed and passes now, `changed` is anything else
 * that came out in another way. What failed and is now skipped, unknown, waived or not looked at is no more than changed.
 */
export interface Diff {
  readonly appeared: readonly ChangedFinding[]
  readonly fixed: readonly ChangedFinding[]
  readonly changed: readonly ChangedFinding[]
}

/** Compares what two reports say. */
export function diffReports(before: Pick<ReadReport, 'findings'>, after: Pick<ReadReport, 'findings'>): Diff {
  const [old, now] = [byKey(before.findings), byKey(after.findings)]
  const pairs = [...new Set([...old.keys(), ...now.keys()])].map((key) => {
    const was = old.get(key)
    return pairOf(was, now.get(key) ?? wholeOf(was, after.findings))
  })
  const moved = pairs.filter(isChanged)
  const appeared = moved.filter(({before: was, after: is}) => is?.outcome === 'fail' && was?.outcome !== 'fail')
  const fixed = moved.filter((pair) => pair.before?.outcome === 'fail' && isMended(pair, after.findings))
  const rest = moved.filter((pair) => !appeared.includes(pair) && !fixed.includes(pair))
  return {appeared, fixed, changed: rest}
}

/** The failures that are new at or above a severity: those that appeared, and those that got worse. */
export function newFailures({appeared, changed}: Diff, failOn: FailOn): readonly ChangedFinding[] {
  const counts = (finding: Finding | undefined) => finding?.outcome === 'fail' && isAtLeast(finding.severity, failOn)
  return [...appeared, ...changed].filter(({before, after}) => counts(after) && !counts(before))
}

/** Findings by rule and item; a second one of the same name is told by its number. */
function byKey(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const keyed = new Map<string, Finding>()
  for (const finding of findings) {
    const key = (count: number) => JSON.stringify([finding.rule, finding.item, count])
    let count = 0
    while (keyed.has(key(count))) count++
    keyed.set(key(count), finding)
  }
  return keyed
}

/** What a report says of the rule as a whole, where it names no item of it. */
function wholeOf(finding: Finding | undefined, findings: readonly Finding[]): Finding | undefined {
  if (finding?.item === undefined) return undefined
  return findings.find(({rule, item}) => rule === finding.rule && item === undefined)
}

function pairOf(before: Finding | undefined, after: Finding | undefined): ChangedFinding {
  return {
    ...(before ? {before} : {}),
    ...(after ? {after} : {}),
    evidence: before && after ? changedEvidence(before.evidence, after.evidence) : [],
  }
}

/** Whether anything a reader acts on differs; what only one report names matters where it failed. */
function isChanged({before, after}: ChangedFinding): boolean {
  if (!before || !after) return [before, after].some((one) => one !== undefined && isFailure(one))
  if (before.outcome !== after.outcome) return true
  return isFailure(after) && (before.severity !== after.severity || before.message !== after.message)
}

const isFailure = ({outcome}: Finding): boolean => outcome === 'fail' || outcome === 'waived'

/** Whether what failed was looked at again and is well: it passes, or its rule no longer names it and was decided. */
function isMended({before, after}: ChangedFinding, now: readonly Finding[]): boolean {
  if (after) return after.outcome === 'pass'
  const same = now.filter(({rule}) => rule === before?.rule)
  return same.length > 0 && same.every(({outcome}) => outcome !== 'skip' && outcome !== 'unknown')
}

function changedEvidence(before: readonly Evidence[], after: readonly Evidence[]): readonly ChangedEvidence[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [one.fact, one])))
  return [...new Set([...before, ...after].map(({fact}) => fact))].flatMap((fact) => {
    const [was, is] = [old?.get(fact), now?.get(fact)]
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return []
    return {fact, ...(was ? {before: was} : {}), ...(is ? {after: is} : {})}
  })
}
