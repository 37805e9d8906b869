import type {Parsed} from './parsed.ts'

/** A Kubernetes resource quantity, exact to the nano like its own arithmetic. */
export interface Quantity {
  readonly text: string
  /** The value times 10^9; what is finer was rounded away from zero, as Kubernetes does. */
  readonly nanos: bigint
}

/** Reads a quantity such as `100Mi`, `1.5G`, `250m` or `1e3` by the grammar of Kubernetes' resource.Quantity. */
export function parseQuantity(text: string): Parsed<Quantity> {
  const {sign, whole = '', bare = '', fraction = bare, suffix = 'none'} = pattern.exec(text)?.groups ?? {}
  const scale = scaleOf(suffix)
  if (!scale) {
    return {ok: false, problem: {message: `${JSON.stringify(text.slice(0, 80))} is no quantity`, line: 1, column: 1}}
  }
  const power = scale.power + 9 - fraction.length
  const digits = BigInt(whole + fraction) * scale.factor
  const magnitude = power >= 0 ? digits * 10n ** BigInt(power) : divideUp(digits, 10n ** BigInt(-power))
  return {ok: true, value: {text, nanos: sign === '-' ? -magnitude : magnitude}}
}

/** Below zero when a is less, above when more, zero when equal. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nanos < b.nanos ? -1 : Number(a.nanos > b.nanos)
}

/** The quantity as an integer, fractions rounded away from zero, as bytes and counts are used by Kubernetes. */
export function quantityInteger({nanos}: Quantity): bigint {
  return nanos < 0n ? -divideUp(-nanos, nano) : divideUp(nanos, nano)
}

/** The quantity as the nearest number, for shares of a CPU and the like. */
export function quantityNumber({nanos}: Quantity): number {
  return Number(nanos / nano) + Number(nanos % nano) / 1e9
}

const nano = 10n ** 9n
const pattern =
  /^(?<sign>[+-]?)(?:(?<whole>\d{1,100})(?:\.(?<fraction>\d{0,100}))?|\.(?<bare>\d{1,100}))(?<suffix>[A-Za-z]{0,2}|[eE][+-]?\d{1,2})$/
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const decimal = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])

function scaleOf(suffix: string): {factor: bigint; power: number} | undefined {
  const power = decimal.get(suffix) ?? (/^[eE][+-]?\d+$/.test(suffix) ? Number(suffix.slice(1)) : undefined)
  if (power !== undefined) return {factor: 1n, power}
  const step = binary.indexOf(suffix)
  return step < 0 ? undefined : {factor: 1024n ** BigInt(step + 1), power: 0}
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
