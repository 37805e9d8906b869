import {
  type ASTNode,
  type Environment,
  EvaluationError,
  ParseError,
  TypeError as TypeCheckError,
} from '@marcbachmann/cel-js'

/** What an expression must give: a decision, a text, or the list that `each` walks. */
export type ExpressionKind = 'bool' | 'string' | 'list'

/** A compiled expression. */
export interface Expression {
  readonly text: string
  /** The names of the facts it reads, `item` and `phase` excluded. */
  readonly facts: readonly string[]
  /** The type of one item for an expression of kind `list`, as in `cni.plugins`. Type-checks the expression when first read. */
  readonly itemType: string
  /** Refuses an expression that does not type-check or gives another kind of value. Throws ExpressionError. */
  check(): void
  /** Its value. Gaps of facts are thrown as they are; a failing operation throws ExpressionError. */
  evaluate(variables: Readonly<Record<string, unknown>>): unknown
}

/** What is wrong with an expression and where: offset counts characters from 0. */
export class ExpressionError extends Error {
  readonly offset: number | undefined

  constructor(message: string, offset: number | undefined) {
    super(message)
    this.name = 'ExpressionError'
    this.offset = offset
  }
}

/** Compiles one expression; its types are checked when `check` or `itemType` asks, or else on its first evaluation. */
export function compileExpression(
  environment: Environment,
  text: string,
  kind: ExpressionKind,
  factNames: ReadonlySet<string>,
): Expression {
  const program = translated(() => environment.parse(text))
  const names = new Set<string>()
  prepare(program.ast, names)
  const typeOf = (): string => {
    const result = program.check()
    if (!result.valid) throw toExpressionError(result.error)
    return String(result.type)
  }
  return {
    text,
    facts: [...names].filter((name) => factNames.has(name)),
    get itemType() {
      return /^list<(.+)>$/.exec(typeOf())?.[1] ?? 'dyn'
    },
    check() {
      const type = typeOf()
      if (type !== kind && !type.startsWith(`${kind}<`)) {
        throw new ExpressionError(`gives ${type}, but ${article(kind)} is needed here`, 0)
      }
    },
    evaluate: (variables) => translated(() => program(variables)),
  }
}

const article = (kind: ExpressionKind): string => (kind === 'bool' ? 'true or false (bool)' : `a ${kind}`)

/** The library's `matches` backtracks; the call is sent to our linear-time function before types are checked. */
function prepare(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const child of node) prepare(child, names)
    return
  }
  if (!isNode(node)) return
  if (node.op === 'id') names.add(node.args)
  if (node.op === 'rcall' && node.args[0] === 'matches') node.args[0] = 'matchesLinear'
  prepare(node.args, names)
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value

function translated<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw toExpressionError(error)
  }
}

function toExpressionError(error: unknown): unknown {
  const isCel = error instanceof ParseError || error instanceof TypeCheckError || error instanceof EvaluationError
  return isCel ? new ExpressionError(error.summary, error.range?.start) : error
}
