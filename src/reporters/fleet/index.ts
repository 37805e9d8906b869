import type {FleetReporter} from './reporter.ts'

/** Every format an audit can be written in, loaded when it is asked for. */
export const fleetReporters: Readonly<Record<string, () => Promise<FleetReporter>>> = {
  text: async () => (await import('./text.ts')).fleetText,
  json: async () => (await import('./json.ts')).fleetJson,
  html: async () => (await import('./html.ts')).fleetHtml,
  junit: async () => (await import('./junit.ts')).fleetJunit,
  sarif: async () => (await import('./sarif.ts')).fleetSarif,
  prometheus: async () => (await import('./prometheus.ts')).fleetPrometheus,
}
