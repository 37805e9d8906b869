/** A leaf of a JSON, YAML or TOML document. Integers beyond 2^53 are bigint. */
export type Scalar = string | number | bigint | boolean | null

/**
 * A value of a JSON, YAML or TOML document with the place it was written: for a member of a mapping the place of its key.
 * Line and column count from 1.
 */
export interface DocumentNode {
  readonly value: Scalar | readonly DocumentNode[] | ReadonlyMap<string, DocumentNode>
  readonly line: number
  readonly column: number
}

/** The mapping a node holds, or undefined when it holds something else. */
export function mappingOf(node: DocumentNode | undefined): ReadonlyMap<string, DocumentNode> | undefined {
  return node?.value instanceof Map ? node.value : undefined
}

/** The items of a sequence node, or undefined when it holds something else. */
export function itemsOf(node: DocumentNode | undefined): readonly DocumentNode[] | undefined {
  return Array.isArray(node?.value) ? node.value : undefined
}

/** The node under a path of mapping keys and sequence indexes, or undefined when any step is missing. */
export function nodeAt(
  node: DocumentNode | undefined,
  ...path: readonly (string | number)[]
): DocumentNode | undefined {
  let current = node
  for (const step of path) {
    current = typeof step === 'number' ? itemsOf(current)?.[step] : mappingOf(current)?.get(step)
  }
  return current
}

/** The document as plain JavaScript values, places dropped. */
export function plainValue(node: DocumentNode): unknown {
  const mapping = mappingOf(node)
  if (mapping) return Object.fromEntries([...mapping].map(([key, child]) => [key, plainValue(child)]))
  return itemsOf(node)?.map(plainValue) ?? node.value
}
