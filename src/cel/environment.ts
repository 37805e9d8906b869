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
    const known = new Map<Fields, string>()
    for (const {name, fields} of collectors) {
      this.#base.registerVariable(name, registerRecord(this.#base, name, fields, known))
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
    const type = registerRecord(environment, 'params', params, new Map())
    const fresh = scopeOf(environment.registerVariable('params', type))
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

/** Registers the type of a schema under the path it is first met at, and returns its name. */
function registerRecord(environment: Environment, path: string, fields: Fields, known: Map<Fields, string>): string {
  const name = known.get(fields)
  if (name !== undefined) return name
  const types = Object.entries(fields).map(([key, field]) => {
    const own = `${path}.${key}`
    const type =
      field.kind === 'list'
        ? `list<${registerItem(environment, own, field.item, known)}>`
        : registerItem(environment, own, field, known)
    return [key, type]
  })
  environment.registerType(path, {ctor: viewClass(fields), fields: Object.fromEntries(types)})
  known.set(fields, path)
  return path
}

function registerItem(environment: Environment, path: string, field: ItemField, known: Map<Fields, string>): string {
  return field.kind === 'record' ? registerRecord(environment, path, field.fields, known) : field.kind
}
