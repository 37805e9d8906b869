/** One parameter of a kernel command line; a bare word such as `quiet` has no value. `key` is as written. */
export interface KernelParameter {
  readonly key: string
  readonly value?: string
  readonly line: number
}

/**
 * Splits a kernel command line as the kernel does: white space parts parameters, double quotes hold them together, quotes
 * around a value or a whole parameter are removed, and what follows `--` is for init (kernel parameters documentation).
 */
export function readKernelCmdline(text: string): KernelParameter[] {
  const parameters: KernelParameter[] = []
  let line = 1
  for (const [piece] of text.replaceAll('\0', '\n').matchAll(/\s+|(?:[^\s"]|"[^"]*(?:"|$))+/g)) {
    if (piece === '--') break
    if (piece.trim() !== '') parameters.push({...parameterOf(piece), line})
    line += piece.split('\n').length - 1
  }
  return parameters
}

/** All uses of a parameter in order; the kernel takes `-` and `_` in names for the same. For most the last one counts. */
export function kernelParameters<P extends KernelParameter>(parameters: readonly P[], key: string): P[] {
  const wanted = key.replaceAll('-', '_')
  return parameters.filter((parameter) => parameter.key.replaceAll('-', '_') === wanted)
}

/** The last use of a parameter. */
export function lastKernelParameter<P extends KernelParameter>(parameters: readonly P[], key: string): P | undefined {
  return kernelParameters(parameters, key).at(-1)
}

function parameterOf(piece: string): {key: string; value?: string} {
  const isQuoted = piece.startsWith('"')
  const body = isQuoted ? piece.slice(1) : piece
  const equals = body.indexOf('=', 1)
  const withoutQuote = (part: string) => (part.endsWith('"') ? part.slice(0, -1) : part)
  if (equals === -1) return {key: isQuoted ? withoutQuote(body) : body}
  const value = body.slice(equals + 1)
  if (value.startsWith('"')) return {key: body.slice(0, equals), value: withoutQuote(value.slice(1))}
  return {key: body.slice(0, equals), value: isQuoted ? withoutQuote(value) : value}
}
