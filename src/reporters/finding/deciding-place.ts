import type {Finding} from '../../check/report.ts'

/** A place for formats that want one for every finding. */
export interface Place {
  readonly file: string
  readonly line?: number
  /** Whether the file is one of the host or the one of the rule. */
  readonly of: 'host' | 'rule'
}

/** The file and line that decide a finding: the first evidence that has a line, else a file, else the rule's own file. */
export function decidingPlace({evidence, ruleFile}: Finding): Place {
  const places = evidence.flatMap(({source}): readonly Place[] =>
    source !== undefined && 'file' in source ? [{...source, of: 'host'}] : [],
  )
  return places.find(({line}) => line !== undefined) ?? places[0] ?? {file: ruleFile, of: 'rule'}
}
