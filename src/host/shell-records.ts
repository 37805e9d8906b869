/** Why an answer is not believed: records are missing or in no known form. */
export const garbled = 'the answer of its shell cannot be understood'

/** One record of an answer: the letter after its mark, and what follows up to the next mark. */
export interface ShellRecord {
  readonly kind: string
  readonly body: Buffer
}

/** The records of an answer, in order; what precedes the first mark belongs to none. */
export function recordsOf(answer: Buffer, mark: string): readonly ShellRecord[] {
  return splitBytes(answer, mark)
    .slice(1)
    .map((record) => ({kind: String.fromCharCode(record[0] ?? 0), body: record.subarray(1)}))
}

/** The pieces of some bytes between the occurrences of a mark. Throws where there are more than any host answers in. */
export function splitBytes(bytes: Buffer, mark: string): readonly Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
    if (parts.length === maxPieces) throw new Error(garbled)
    parts.push(bytes.subarray(from, at))
    from = at + mark.length
  }
  return [...parts, bytes.subarray(from)]
}

/** Five for each file of a hundred thousand processes. */
const maxPieces = 500_000

/** How a program on the other side ended, with the lines it complained in. */
export interface Ending {
  readonly exitCode: number
  readonly complaints: readonly string[]
}

/** An ending as the library prints it: the exit code, a blank and the standard error. */
export function endingOf(record: ShellRecord | undefined): Ending {
  const [, code, text = ''] = /^(\d+) ([\s\S]*)$/.exec(record?.body.toString('utf8') ?? '') ?? []
  if (record?.kind !== 'e' || code === undefined) throw new Error(garbled)
  return {exitCode: Number(code), complaints: text.split('\n').filter((line) => line !== '')}
}
