import {UserError} from '../errors.ts'

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000}

/** A duration such as `90s`, `5m` or `1h30m` in milliseconds. */
export function durationMs(flag: string, text: string): number {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smh]))+$/.test(text)) {
    throw new UserError(`${flag} is no duration: '${text}'`, {hint: 'for example 90s, 5m or 1h30m'})
  }
  const parts = [...text.matchAll(/([\d.]+)(ms|[smh])/g)]
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0), 0)
}
