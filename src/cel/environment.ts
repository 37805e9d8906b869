import {Environment} from '@marcbachmann/cel-js'
import type {Collector} from '../facts/collector.ts'
import type {Fields, ItemField} from '../facts/fields.ts'
import {viewClass} from '../facts/view.ts'
import {compileExpression, type Expression, type ExpressionKind} from './expression.ts'
import {registerFunctions} from './functions.ts'

/** Compiles expressions over the declared facts, the text `phase`, and in `each` rules the variable `item`. */
export class Cel {
  readonly factNames: ReadonlySet<string>
  readonly #base: Environment
  readonly #withItem = new Map<string, Environment>()
  readonly #compiled = new Map<string, Expression>()

  constructor(collectors: readonly Collector[]) {
    this.factNames = new Set(collectors.map((collector) => collector.name))
    this.#base = registerFunctions(new Environment())
    for (const {name, fields} of collectors) {
      registerRecord(this.#base, name, fields)
      this.#base.registerVariable(name, name)
    }
    this.#base.registerVariable('phase', 'string')
  }

  /**
   * A compiled expression, made once for each text and type of `item`. Throws ExpressionError where it does not parse,
   * names an unknown fact or field, or gives another type than wanted.
   */
  compile(text: string, kind: ExpressionKind, itemType?: string): Expression {
    const key = `${kind}\0${itemType ?? ''}\0${text}`
    const known = this.#compiled.get(key)
    if (known) return known
    const environment = itemType === undefined ? this.#base : this.#itemEnvironment(itemType)
    const expression = compileExpression(environment, text, kind, this.factNames)
    this.#compiled.set(key, expression)
    return expression
  }

  #itemEnvironment(itemType: string): Environment {
    const known = this.#withItem.get(itemType)
    if (known) return known
    const fresh = this.#base.clone().registerVariable('item', itemType)
    this.#withItem.set(itemType, fresh)
    return fresh
  }
}

function registerRecord(environment: Environment, typeName: string, fields: Fields): void {
  const types = Object.entries(fields).map(([name, field]) => {
    const path = `${typeName}.${name}`
    const type =
      field.kind === 'list'
        ? `list<${registerItem(environment, path, field.item)}>`
        : registerItem(environment, path, field)
    return [name, type]
  })
  environment.registerType(typeName, {ctor: viewClass(fields), fields: Object.fromEntries(types)})
}

function registerItem(environment: Environment, path: string, field: ItemField): string {
  if (field.kind !== 'record') return field.kind
  registerRecord(environment, path, field.fields)
  return path
}
