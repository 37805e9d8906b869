import type {FleetReporter} from './reporter.ts'
/** x. */
export const fleetSarif: FleetReporter = () => []
