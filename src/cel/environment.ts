import {Environment} from '@marcbachmann/cel-js'
import type {Collector} from '../facts/collector.ts'
import type {Fields, ItemField} from '../facts/fields.ts'
import {viewClass} from '../facts/view.ts'
import {compileExpression, type Expression, type ExpressionKind} from './expression.ts'
import {registerFunctions} from './functions.ts'

/**
 * Compiles expressions over the declared facts, the text `phase`, in `each` rules the variable `item` and in rules with
 * parameters the variable `params`.
 */
export class Cel {
  readonly factNames: ReadonlySet<string>
  readonly #base: Environment
  readonly #scopes = new WeakMap<Fields, Scope>()
  readonly #plain: Scope

  constructor(collectors: readonly Collector[]) {
    this.factNames = new Set(collectors.map((collector) => collector.name))
    this.#base = registerFunctions(new Environment())
    for (const {name, fields} of collectors) {
      registerRecord(this.#base, name, fields)
      this.#base.registerVariable(name, name)
    }
    this.#base.registerVariable('phase', 'string')
    this.#plain = scopeOf(this.#base)
  }

  /**
   * A compiled expression, made once for each text, type of `item` and schema of `params`. Throws ExpressionError where it
   * does not parse, names an unknown fact or field, or gives another type than wanted.
   */
  compile(text: string, kind: ExpressionKind, itemType?: string, params?: Fields): Expression {
    const scope = params === undefined ? this.#plain : this.#scopeWith(params)
    const key = `${kind}\0${itemType ?? ''}\0${text}`
    const known = scope.compiled.get(key)
    if (known) return known
    const environment = itemType === undefined ? scope.base : itemEnvironment(scope, itemType)
    const expression = compileExpression(environment, text, kind, this.factNames)
    scope.compiled.set(key, expression)
    return expression
  }

  #scopeWith(params: Fields): Scope {
    const known = this.#scopes.get(params)
    if (known) return known
    const environment = this.#base.clone()
    registerRecord(environment, 'params', params)
    const fresh = scopeOf(environment.registerVariable('params', 'params'))
    this.#scopes.set(params, fresh)
    return fresh
  }
}

/** An environment with what was made of it. */
interface Scope {
  readonly base: Environment
  readonly withItem: Map<string, Environment>
  readonly compiled: Map<string, Expression>
}

const scopeOf = (base: Environment): Scope => ({base, withItem: new Map(), compiled: new Map()})

function itemEnvironment({base, withItem}: Scope, itemType: string): Environment {
  const known = withItem.get(itemType)
  if (known) return known
  const fresh = base.clone().registerVariable('item', itemType)
  withItem.set(itemType, fresh)
  return fresh
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
