import type {Report} from '../check/report.ts'
import type {FailOn} from '../check/verdict.ts'

/** How a report is to be shown; formats for machines read only `failOn`. */
export interface ReportOptions {
  /** The width that lines are wrapped to, in characters. */
  readonly columns: number
  readonly color: boolean
  /** Whether the reader's terminal shows characters beyond ASCII. */
  readonly unicode: boolean
  /**
   * `quiet` shows what decides the exit code only, failing findings and rules of error severity that are unknown; `verbose`
   * also what passed or was skipped.
   */
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  readonly failOn: FailOn
  /** Whether the user takes what is unknown for no fault. */
  readonly allowUnknown?: boolean
}

/** Writes a report in one format: pure, deterministic, with a line feed at the end. */
export type Reporter = (report: Report, options: ReportOptions) => string
