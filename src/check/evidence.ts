import type {Read, Reads} from '../facts/trace.ts'
import {plain} from '../facts/view.ts'
import type {Origin} from '../source.ts'
import type {Evidence, EvidenceSource} from './report.ts'

/** The leaves an evaluation read, as evidence in a stable order. */
export function evidenceOf(...reads: readonly Reads[]): readonly Evidence[] {
  const merged = new Map<string, Read>()
  for (const [path, read] of reads.flatMap((each) => [...each])) merged.set(path, read)
  return [...merged.values()].map(toEvidence)
}

/** A leaf that was read as evidence. */
export function toEvidence({fact, value, source}: Read): Evidence {
  if (!source) return {fact, value: plain(value)}
  const evidence = {fact, value: plain(value), source: toEvidenceSource(source)}
  if (!source.overrode?.length) return evidence
  const overrode = source.overrode.map((lost) => ({value: plain(lost.value), source: toEvidenceSource(lost.source)}))
  return {...evidence, overrode}
}

/** Where a value was read, as the report says it. */
export function toEvidenceSource(origin: Origin): EvidenceSource {
  switch (origin.kind) {
    case 'file':
      return origin.line === undefined ? {file: origin.path} : {file: origin.path, line: origin.line}
    case 'command':
      return origin.line === undefined ? {command: origin.argv} : {command: origin.argv, line: origin.line}
    case 'flag':
      return {flag: origin.name}
    case 'config':
      return {config: origin.name}
    case 'default':
      return {default: origin.of}
  }
}
