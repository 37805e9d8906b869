/** The candidate a misspelt word most likely meant: at most a third of its letters differ. Undefined when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.floor(Math.max(word.length, 3) / 3) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(left: string, right: string): number {
  let beforePrevious: readonly number[] = []
  let previous = Array.from({length: right.length + 1}, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, swapped, (current[column - 1] ?? 0) + 1, (previous[column] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
