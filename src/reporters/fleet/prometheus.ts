import type {FleetReporter} from './reporter.ts'
/** x. */
export const fleetPrometheus: FleetReporter = () => []
