import {readFile} from 'node:fs/promises'
import {promisify} from 'node:util'
import {gunzip} from 'node:zlib'
import {type Place, UserError} from '../errors.ts'
import {nodeAt} from '../text/document.ts'
import {parseJson} from '../text/json.ts'
import type {SnapshotDocument} from './snapshot-document.ts'
import {checkSnapshot} from './snapshot-shape.ts'

/** Reads a snapshot file, plain or gzip-compressed JSON; what is wrong with it is a UserError with file, line and column. */
export async function loadSnapshot(file: string): Promise<SnapshotDocument> {
  return parseSnapshot(await textOf(file), file)
}

/** The snapshot in a JSON text, checked; `file` names it in errors. */
export function parseSnapshot(text: string, file: string): SnapshotDocument {
  const value = parsed(text, file)
  const mistake = checkSnapshot(value)
  if (mistake) {
    throw new UserError(`not a snapshot: ${mistake.message}`, {
      place: placeOf(text, file, mistake.path),
      ...(mistake.hint === undefined ? {} : {hint: mistake.hint}),
    })
  }
  return value as SnapshotDocument
}

async function textOf(file: string): Promise<string> {
  try {
    const bytes = await readFile(file)
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    return (isGzip ? await promisify(gunzip)(bytes, {maxOutputLength: maxTextBytes}) : bytes).toString('utf8')
  } catch (error) {
    throw new UserError(`cannot read the snapshot: ${error instanceof Error ? error.message : String(error)}`, {
      place: {file},
      hint: formHint,
    })
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const located = parseJson(text)
    const problem = located.ok ? undefined : located.problem
    throw new UserError(`not JSON: ${problem?.message ?? (error instanceof Error ? error.message : String(error))}`, {
      place: problem ? {file, line: problem.line, column: problem.column} : {file},
      hint: formHint,
    })
  }
}

/** The place of a member, or of the nearest one around it that the text holds. */
function placeOf(text: string, file: string, path: readonly (string | number)[]): Place {
  const located = parseJson(text)
  for (let length = path.length; located.ok && length >= 0; length--) {
    const node = nodeAt(located.value, ...path.slice(0, length))
    if (node) return {file, line: node.line, column: node.column}
  }
  return {file}
}

const formHint = 'a snapshot is JSON, plain or compressed with gzip, as `node-preflight snapshot -o FILE` writes it'
const maxTextBytes = 512 * 1024 * 1024
