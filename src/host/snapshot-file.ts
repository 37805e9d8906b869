import {type Place, UserError} from '../errors.ts'
import {nodeAt} from '../text/document.ts'
import {parseJson} from '../text/json.ts'
import type {SnapshotDocument} from './snapshot-document.ts'
import {checkSnapshot} from './snapshot-shape.ts'

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
