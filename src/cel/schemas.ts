import type {Environment} from '@marcbachmann/cel-js'
import type {Fields, ItemField} from '../facts/fields.ts'
import {viewClass} from '../facts/view.ts'

/**
 * The record types of the facts, each under the path it is first met at: groups of fields that share a schema share a type.
 * Types are registered when an expression needs them, because registering all of them takes longer than most checks need.
 */
export class Schemas {
  readonly #nameOf = new Map<Fields, string>()
  readonly #byName = new Map<string, Fields>()

  /** Names the types of a record and of all records inside it. */
  add(path: string, fields: Fields): void {
    if (this.#nameOf.has(fields)) return
    for (const [key, field] of Object.entries(fields)) {
      const inner = field.kind === 'list' ? field.item : field
      if (inner.kind === 'record') this.add(`${path}.${key}`, inner.fields)
    }
    this.#nameOf.set(fields, path)
    this.#byName.set(path, fields)
  }

  /** Registers the types of a record and of all records inside it, as far as `registered` lacks them; gives its name. */
  register(environment: Environment, fields: Fields, registered: Set<Fields>): string {
    const name = this.#nameOf.get(fields) ?? ''
    if (registered.has(fields)) return name
    const typeOf = (field: ItemField): string =>
      field.kind === 'record' ? this.register(environment, field.fields, registered) : field.kind
    const types = Object.entries(fields).map(([key, field]) => [
      key,
      field.kind === 'list' ? `list<${typeOf(field.item)}>` : typeOf(field),
    ])
    environment.registerType(name, {ctor: viewClass(fields), fields: Object.fromEntries(types)})
    registered.add(fields)
    return name
  }

  /** Registers the type of this name, where it is one of a record. */
  registerNamed(environment: Environment, name: string, registered: Set<Fields>): void {
    const fields = this.#byName.get(name)
    if (fields) this.register(environment, fields, registered)
  }
}
