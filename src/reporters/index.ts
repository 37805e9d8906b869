import type {Reporter} from './reporter.ts'

/** Every output format, loaded when it is asked for. */
export const reporters: Readonly<Record<string, () => Promise<Reporter>>> = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  jsonl: async () => (await import('./jsonl.ts')).jsonl,
  yaml: async () => (await import('./yaml.ts')).yaml,
  html: async () => (await import('./html.ts')).html,
  markdown: async () => (await import('./markdown.ts')).markdown,
  github: async () => (await import('./github.ts')).github,
  junit: async () => (await import('./junit.ts')).junit,
  tap: async () => (await import('./tap.ts')).tap,
  sarif: async () => (await import('./sarif.ts')).sarif,
  prometheus: async () => (await import('./prometheus.ts')).prometheus,
  nagios: async () => (await import('./nagios.ts')).nagios,
  npd: async () => (await import('./npd.ts')).npd,
  openreports: async () => (await import('./openreports.ts')).openreports,
  policyreport: async () => (await import('./policyreport.ts')).policyreport,
  'in-toto': async () => (await import('./in-toto.ts')).inToto,
}
