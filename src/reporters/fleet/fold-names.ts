/**
 * Names that count up as one, in the spelling of ClusterShell: `node-1`, `node-2`, `node-3` are `node-[1-3]`. Names keep the
 * order in which the first of them stands.
 */
export function foldNames(names: readonly string[]): readonly string[] {
  const families = new Map<string, {head: string; tail: string; width: number; numbers: number[]}>()
  for (const name of new Set(names)) {
    const [, head = '', digits = '', tail = ''] = /^(.*?)(\d{1,9})(\D*)$/.exec(name) ?? []
    const isPadded = digits.length > 1 && digits.startsWith('0')
    const isCounted = digits !== '' && !/^[\d.:]+$|:.*:/.test(name)
    const key = isCounted ? `${head}\0${tail}\0${isPadded ? digits.length : ''}` : name
    const family = families.get(key) ?? {
      head: isCounted ? head : name,
      tail,
      width: isPadded ? digits.length : 0,
      numbers: [],
    }
    if (isCounted) family.numbers.push(Number(digits))
    families.set(key, family)
  }
  return [...families.values()].map(({head, tail, width, numbers}) => {
    const [only] = numbers
    if (only === undefined) return head
    const written = (number: number) => String(number).padStart(width, '0')
    if (numbers.length === 1) return `${head}${written(only)}${tail}`
    const parts = runsOf(numbers).map(([first, last]) =>
      first === last ? written(first) : `${written(first)}-${written(last)}`,
    )
    return `${head}[${parts.join(',')}]${tail}`
  })
}

function runsOf(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && number === run[1] + 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}
