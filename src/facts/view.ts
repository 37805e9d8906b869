import type {Field, Fields, ItemField} from './fields.ts'
import {Gap} from './gap.ts'
import type {Tracer} from './trace.ts'
import {Absent, Located, Unknown} from './value.ts'

/**
 * A record of a fact as expressions see it: one getter per declared field and nothing else, which notes what was read and
 * throws a Gap for what is absent or unknown. Numbers come out as bigint, CEL's integers.
 */
export type View = object

/** A class whose instances show records of one schema. */
export type ViewClass = new (values: unknown, path: string, tracer: Tracer) => View

const classes = new WeakMap<Fields, ViewClass>()

/** The view class of a schema, made once, so that the type checker and the values agree on it. */
export function viewClass(fields: Fields): ViewClass {
  const known = classes.get(fields)
  if (known) return known
  const fresh = defineViewClass(fields)
  classes.set(fields, fresh)
  return fresh
}

function defineViewClass(fields: Fields): ViewClass {
  class RecordView {
    readonly #values: unknown
    readonly #path: string
    readonly #tracer: Tracer

    constructor(values: unknown, path: string, tracer: Tracer) {
      this.#values = values
      this.#path = path
      this.#tracer = tracer
    }

    static read(view: RecordView, name: string, field: Field): unknown {
      const path = `${view.#path}.${name}`
      return show(field, memberOf(view.#values, name, path), path, view.#tracer)
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    Object.defineProperty(RecordView.prototype, name, {
      enumerable: true,
      get(this: RecordView) {
        return RecordView.read(this, name, field)
      },
    })
  }
  return RecordView
}

function memberOf(values: unknown, name: string, path: string): unknown {
  if (values instanceof Unknown) throw new Gap('unknown', path, values.reason, values.source)
  if (values instanceof Absent) throw new Gap('absent', path, values.reason)
  const member = (values as Readonly<Record<string, unknown>>)[name]
  if (member === undefined) throw new Error(`The collector returned no ${path}`)
  return member
}

function show(field: Field, leaf: unknown, path: string, tracer: Tracer): unknown {
  if (leaf instanceof Unknown) throw new Gap('unknown', path, leaf.reason, leaf.source)
  if (field.kind === 'record') return new (viewClass(field.fields))(leaf, path, tracer)
  const value = leaf instanceof Located ? leaf.value : leaf
  const source = leaf instanceof Located ? leaf.source : undefined
  if (field.kind === 'list') return showItems(field.item, value as readonly unknown[], path, tracer, source)
  tracer.note(path, value, source)
  return field.kind === 'int' ? BigInt(value as number) : value
}

function showItems(
  item: ItemField,
  values: readonly unknown[],
  path: string,
  tracer: Tracer,
  source: Located<unknown>['source'] | undefined,
): unknown {
  if (source !== undefined) tracer.note(path, values.map(plain), source)
  return values.map((value, index) => show(item, value, `${path}[${index}]`, tracer))
}

/** A value as plain data, sources dropped and what is unknown or absent as its reason in an object. */
export function plain(value: unknown): unknown {
  if (value instanceof Located) return plain(value.value)
  if (value instanceof Unknown) return {unknown: value.reason}
  if (value instanceof Absent) return {absent: value.reason}
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
  }
  return value
}
