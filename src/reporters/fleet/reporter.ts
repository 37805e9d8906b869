import type {FleetReport} from '../../check/fleet-report.ts'
import type {ReportOptions} from '../reporter.ts'

/** Writes the report of an audit in one format: pure, deterministic, in pieces, as thousands of hosts fit no single text. */
export type FleetReporter = (report: FleetReport, options: ReportOptions) => Iterable<string>
