import {at, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import type {DockerdConfig} from './dockerd-config.ts'
import type {ConfigComplaint} from './dockerd-config-file.ts'

/** What is wrong with the configuration file, each with its line; unknown where the file could not be read. */
export function configFindings(config: DockerdConfig) {
  const {path, state, named, isExplicit, reason} = config
  const {problem, duplicates, complaints} = config.content
  const origin = (line: number): Origin => ({kind: 'file', path, line})
  const gap = state === 'unknown' ? unknown(reason ?? `${path} could not be read`, named) : undefined
  const ofKind = (kind: ConfigComplaint['kind']) => complaints.filter((complaint) => complaint.kind === kind)
  const [wrongType] = ofKind('wrongType')
  const refused = problem ?? (wrongType && {line: wrongType.line, message: refusal(wrongType)})
  const written = ({key, written: value, line}: ConfigComplaint) => ({name: at(key, origin(line)), written: value})
  return {
    configFile: at(path, named),
    isConfigFileMissing: gap ?? at(state === 'absent' && isExplicit, named),
    configProblem:
      gap ??
      (refused
        ? at(refused.message, origin(refused.line))
        : state === 'read'
          ? at('', {kind: 'file', path} as const)
          : ''),
    duplicateKeys: gap ?? duplicates.map(({key, line, firstLine}) => ({name: at(key, origin(line)), firstLine})),
    unknownKeys:
      gap ?? ofKind('unknownKey').map(({key, message, line}) => ({name: at(key, origin(line)), advice: message})),
    quotedBooleans: gap ?? ofKind('quotedBoolean').map(written),
    bareLogOptions: gap ?? ofKind('logOption').map(written),
  }
}

function refusal({key, message, written}: ConfigComplaint): string {
  return `${key} ${message}, not ${written}`
}
