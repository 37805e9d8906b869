import type {Scalar} from './document.ts'

/**
 * The value of a YAML scalar as the YAML 1.1 reader behind sigs.k8s.io/yaml resolves it: `yes`, `on`, `y` and `0644` are a
 * boolean and an octal number when written plainly, dates stay strings, and there are no base-60 numbers.
 */
export function resolveYamlScalar(text: string, isPlain: boolean, tag: string | undefined): Scalar {
  const kind = tag?.replace(/^tag:yaml\.org,2002:|^!!/, '')
  if (kind === undefined ? !isPlain : !coreKinds.has(kind)) return text
  const word = words.get(text)
  if (word !== undefined) return word
  const number = /^[-+.\d]/.test(text) ? numberOf(text) : undefined
  if (number === undefined) return text
  return kind === 'float' ? Number(number) : number
}

const coreKinds: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'null'])

const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...['y', 'Y', ...casings('yes'), ...casings('true'), ...casings('on')].map((word) => [word, true] as const),
  ...['n', 'N', ...casings('no'), ...casings('false'), ...casings('off')].map((word) => [word, false] as const),
  ...['', '~', ...casings('null')].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['', '+'].flatMap((sign) => casings('inf').map((word) => [`${sign}.${word}`, Infinity] as const)),
  ...casings('inf').map((word) => [`-.${word}`, -Infinity] as const),
])

/** A word in the three spellings YAML knows: lower, capitalised and upper case. */
function casings(word: string): readonly string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]
}

const floatPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const integerPattern =
  /^(?<sign>[-+]?)(?:(?<prefixed>0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+)|0(?<octal>[0-7]+)|(?<decimal>0|[1-9]\d*))$/
/** The widest integer the Go reader keeps is 64 bits; longer ones become floats. */
const maxInteger = 2n ** 64n

function numberOf(text: string): number | bigint | undefined {
  const plain = text.replaceAll('_', '')
  if (plain.length > 400) return undefined
  return integerOf(plain) ?? (floatPattern.test(plain) ? Number(plain) : undefined)
}

function integerOf(plain: string): number | bigint | undefined {
  const {sign, prefixed, octal, decimal} = integerPattern.exec(plain)?.groups ?? {}
  const literal = octal === undefined ? (prefixed ?? decimal) : `0o${octal}`
  if (literal === undefined) return undefined
  const magnitude = BigInt(literal.toLowerCase())
  if (magnitude >= maxInteger) return undefined
  const value = sign === '-' ? -magnitude : magnitude
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}
