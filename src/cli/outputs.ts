import {UserError} from '../errors.ts'
import type {ReportOptions} from '../reporters/reporter.ts'
import {nearest} from '../text/nearest.ts'
import {type Args, many} from './args.ts'
import type {Io} from './io.ts'
import {refuseUnwritable, writeFileAtomically} from './write-file.ts'

/** One report to write; without a file to standard output. */
export interface Output {
  readonly format: string
  readonly file: string | undefined
}

/** Writes a report in one format, whole or in pieces. */
type Writer<R> = (report: R, options: ReportOptions) => string | Iterable<string>

/** The formats of one kind of report, loaded when asked for. */
export type Writers<R> = Readonly<Record<string, () => Promise<Writer<R>>>>

/** The reports that `-o` asks for; when all of them go to files, text goes to standard output besides. */
export function outputsOf(args: Args, formats: Readonly<Record<string, unknown>>): readonly Output[] {
  const outputs = many(args, 'output').map((value) => outputOf(value, formats))
  const shown = outputs.filter(({file}) => file === undefined)
  if (shown.length > 1) {
    throw new UserError('only one --output can go to standard output', {hint: `write '${shown[1]?.format}=FILE'`})
  }
  const files = outputs.flatMap(({file}) => file ?? [])
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new UserError(`two reports of --output go to ${twice}`)
  return shown.length === 1 ? outputs : [{format: 'text', file: undefined}, ...outputs]
}

function outputOf(value: string, formats: Readonly<Record<string, unknown>>): Output {
  const [, format = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? []
  if (!Object.hasOwn(formats, format)) {
    const close = nearest(format, Object.keys(formats))
    const hint = close ? `did you mean '${close}'?` : `formats: ${Object.keys(formats).join(', ')}`
    throw new UserError(`--output: there is no format '${format}'`, {hint})
  }
  if (file === '') throw new UserError(`--output: '${value}' names no file`)
  return {format, file: file === '-' ? undefined : file}
}

/** Refuses files that could not be written, before a check is made. */
export async function refuseUnwritableOutputs(outputs: readonly Output[]): Promise<void> {
  await Promise.all(outputs.map(({file}) => file === undefined || refuseUnwritable(file)))
}

/** Writes a report to every output. Files carry no colours. */
export async function writeOutputs<R>(
  outputs: readonly Output[],
  writers: Writers<R>,
  report: R,
  options: ReportOptions,
  out: Io['out'],
): Promise<void> {
  for (const {format, file} of outputs) {
    const load = writers[format]
    if (!load) throw new Error(`No reporter is named ${format}`)
    const write = await load()
    if (file !== undefined) await writeFileAtomically(file, write(report, {...options, color: false, columns: 80}))
    else for (const piece of piecesOf(write(report, options))) out.write(piece)
  }
}

const piecesOf = (text: string | Iterable<string>): Iterable<string> => (typeof text === 'string' ? [text] : text)
