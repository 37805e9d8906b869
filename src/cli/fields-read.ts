import type {Collector} from '../facts/collector.ts'
import type {Field, Fields} from '../facts/fields.ts'
import type {Rule} from '../rules/rule.ts'

/** The fields that decide a rule, as its expressions name them, with what they mean. */
export function fieldsRead(
  {when = '', each = '', assert}: Pick<Rule, 'when' | 'each' | 'assert'>,
  collectors: readonly Collector[],
): readonly {readonly path: string; readonly about: string}[] {
  const roots = new Map(
    collectors.map(({name, about, fields}): readonly [string, Field] => [name, {kind: 'record', about, fields}]),
  )
  const item = itemOf(roots, each)
  if (item) roots.set('item', item)
  const found = new Map<string, string>()
  for (const path of pathsIn(`${when} ${each} ${assert}`)) {
    const [known, field] = follow(roots, path)
    if (field && known !== undefined) found.set(known, field.about)
  }
  return [...found].map(([path, about]) => ({path, about}))
}

/** Dotted names outside of quoted texts. */
const pathsIn = (expression: string): readonly string[] =>
  expression.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, ' ').match(/(?<![\w.])[a-z]\w*(?:\.\w+)+/gi) ?? []

/** The items of the list that `each` begins with. */
function itemOf(roots: ReadonlyMap<string, Field>, each: string): Field | undefined {
  const [path] = pathsIn(each)
  const [, field] = path === undefined ? [] : follow(roots, path)
  return field?.kind === 'list' ? field.item : undefined
}

/** Walks down the fields as far as they go; what follows is a method or a part of an item. */
function follow(
  roots: ReadonlyMap<string, Field>,
  path: string,
): readonly [known: string | undefined, field: Field | undefined] {
  const [root = '', ...steps] = path.split('.')
  let field = roots.get(root)
  let known: string | undefined
  for (const step of steps) {
    const members: Fields = field?.kind === 'record' ? field.fields : {}
    const next = Object.hasOwn(members, step) ? members[step] : undefined
    if (next === undefined) break
    field = next
    known = `${known ?? root}.${step}`
  }
  return [known, known === undefined ? undefined : field]
}
