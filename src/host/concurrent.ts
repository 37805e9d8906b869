/** Maps items with at most `limit` of the calls under way at once; results keep the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await map(item)
  }
  await Promise.all(Array.from({length: Math.min(limit, items.length)}, work))
  return results
}
