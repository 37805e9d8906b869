import {Environment} from '@marcbachmann/cel-js'
import type {Collector} from '../facts/collector.ts'
import type {Fields} from '../facts/fields.ts'
import {compileExpression, type Expression, type ExpressionKind} from './expression.ts'
import {registerFunctions} from './functions.ts'
import {Schemas} from './schemas.ts'

/**
 * Compiles expressions over the declared facts, the text `phase`, in `each` rules the variable `item` and in rules with
 * parameters the variable `params`. A fact is declared to the library when an expression first names it.
 */
export class Cel {
  readonly factNames: ReadonlySet<string>
  readonly #facts: ReadonlyMap<string, Fields>
  readonly #schemas = new Schemas()
  readonly #base = registerFunctions(new Environment()).registerVariable('phase', 'string')
  readonly #scopes = new Map<Fields | undefined, Map<string, Scope>>()

  constructor(collectors: readonly Collector[]) {
    this.#facts = new Map(collectors.map(({name, fields}) => [name, fields]))
    this.factNames = new Set(this.#facts.keys())
    for (const {name, fields} of collectors) this.#schemas.add(name, fields)
  }

  /**
   * A compiled expression, made once for each text, type of `item` and schema of `params`. Throws ExpressionError where it
   * does not parse, names an unknown fact or field, or gives another type than wanted.
   */
  compile(text: string, kind: ExpressionKind, itemType = '', params?: Fields): Expression {
    const scope = this.#scopeOf(itemType, params)
    const compiled = scope.compiled[kind]
    const known = compiled.get(text)
    if (known) return known
    const expression = compileExpression(scope.environment, text, kind, this.factNames)
    for (const name of expression.facts) this.#declare(name, scope)
    compiled.set(text, expression)
    return expression
  }

  #scopeOf(itemType: string, params: Fields | undefined): Scope {
    const scopes = this.#scopes.get(params) ?? new Map<string, Scope>()
    this.#scopes.set(params, scopes)
    const known = scopes.get(itemType)
    if (known) return known
    const compiled = {bool: new Map(), string: new Map(), list: new Map()}
    const fresh = {environment: this.#base.clone(), schemas: new Set<Fields>(), compiled}
    if (params) {
      const schemas = new Schemas()
      schemas.add('params', params)
      fresh.environment.registerVariable('params', schemas.register(fresh.environment, params, new Set()))
    }
    if (itemType !== '') {
      this.#schemas.registerNamed(fresh.environment, itemType, fresh.schemas)
      fresh.environment.registerVariable('item', itemType)
    }
    scopes.set(itemType, fresh)
    return fresh
  }

  #declare(name: string, {environment, schemas}: Scope): void {
    const fields = this.#facts.get(name)
    if (fields === undefined || environment.hasVariable(name)) return
    environment.registerVariable(name, this.#schemas.register(environment, fields, schemas))
  }
}

/** The library's environment for one type of `item` and schema of `params`, with what was made of it. */
interface Scope {
  readonly environment: Environment
  /** The record types it knows. */
  readonly schemas: Set<Fields>
  readonly compiled: Readonly<Record<ExpressionKind, Map<string, Expression>>>
}
