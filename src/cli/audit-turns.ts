/**
 * Lets so many through at once, each until its signal ends it. Who has waited for so long goes through all the same, lest a
 * few that hang keep all others waiting.
 */
export function turnsOf(most: number, patienceMs: number): (signal: AbortSignal) => Promise<void> {
  const waiting = new Set<() => void>()
  let inside = 0
  const leave = (): void => {
    inside -= 1
    const [next] = waiting
    if (inside < most) next?.()
  }
  return (signal) =>
    new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer)
        waiting.delete(enter)
        signal.removeEventListener('abort', enter)
        if (!signal.aborted) {
          inside += 1
          signal.addEventListener('abort', leave, {once: true})
        }
        resolve()
      }
      const timer = setTimeout(enter, patienceMs)
      waiting.add(enter)
      signal.addEventListener('abort', enter, {once: true})
      if (inside < most || signal.aborted) enter()
    })
}
