import {oneLine} from './one-line/line.ts'
import type {Reporter} from './reporter.ts'

/** The message of a condition, as node-problem-detector keeps it: one line of at most 80 bytes. */
export const npd: Reporter = (report) => `${oneLine(`${report.verdict.toUpperCase()}:`, report)}\n`
