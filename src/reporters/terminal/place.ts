import type {EvidenceSource} from '../../check/report.ts'
import {safe} from './safe.ts'

/** Where a value was set, as a person writes it: `/etc/docker/daemon.json:3`, `ip -j addr`, `default of dockerd`. */
export function placeOf(source: EvidenceSource): string {
  if ('file' in source) return safe(withLine(source.file, source.line))
  if ('command' in source) return safe(withLine(`\`${source.command.join(' ')}\``, source.line))
  if ('flag' in source) return safe(`flag ${source.flag}`)
  if ('config' in source) return safe(`configuration ${source.config}`)
  return safe(`default of ${source.default}`)
}

const withLine = (where: string, line: number | undefined): string => (line === undefined ? where : `${where}:${line}`)
