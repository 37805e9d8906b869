import type {Report} from '../check/report.ts'
import {UserError} from '../errors.ts'
import {reporters} from '../reporters/index.ts'
import type {ReportOptions} from '../reporters/reporter.ts'
import {nearest} from '../text/nearest.ts'
import {type Args, many} from './args.ts'
import type {Io} from './io.ts'
import {writeFileAtomically} from './write-file.ts'

/** One report to write; without a file to standard output. */
export interface Output {
  readonly format: string
  readonly file: string | undefined
}

/** The reports that `-o` asks for; when all of them go to files, text goes to standard output besides. */
export function outputsOf(args: Args): readonly Output[] {
  const outputs = many(args, 'output').map(outputOf)
  const shown = outputs.filter(({file}) => file === undefined)
  if (shown.length > 1) {
    throw new UserError('only one --output can go to standard output', {hint: `write '${shown[1]?.format}=FILE'`})
  }
  return shown.length === 1 ? outputs : [{format: 'text', file: undefined}, ...outputs]
}

function outputOf(value: string): Output {
  const [, format = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? []
  if (!Object.hasOwn(reporters, format)) {
    const close = nearest(format, Object.keys(reporters))
    const hint = close ? `did you mean '${close}'?` : `formats: ${Object.keys(reporters).join(', ')}`
    throw new UserError(`--output: there is no format '${format}'`, {hint})
  }
  if (file === '') throw new UserError(`--output: '${value}' names no file`)
  return {format, file: file === '-' ? undefined : file}
}

/** Writes a report to every output. Files carry no colours. */
export async function writeOutputs(
  outputs: readonly Output[],
  report: Report,
  options: ReportOptions,
  out: Io['out'],
): Promise<void> {
  for (const {format, file} of outputs) {
    const load = reporters[format]
    if (!load) throw new Error(`No reporter is named ${format}`)
    const write = await load()
    if (file === undefined) out.write(write(report, options))
    else await writeFileAtomically(file, write(report, {...options, color: false, columns: 80}))
  }
}
