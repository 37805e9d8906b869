import {getConformanceSuite} from '@bufbuild/cel-spec/testdata/tests.js'
import {Environment} from '@marcbachmann/cel-js'
import test from 'ava'
import {compileExpression} from '../../src/cel/expression.ts'
import {registerFunctions} from '../../src/cel/functions.ts'

/** The parts of the CEL specification's conformance tests that rules rely on: suite, then its sections. */
const reliedOn: Readonly<Record<string, readonly string[]>> = {
  basic: ['self_eval_zeroish', 'self_eval_nonzeroish', 'variables', 'functions'],
  comparisons: [
    'eq_literal',
    'ne_literal',
    'lt_literal',
    'gt_literal',
    'lte_literal',
    'gte_literal',
    'in_list_literal',
  ],
  conversions: ['int', 'string', 'bool', 'identity'],
  integer_math: ['int64_math'],
  lists: ['concatenation', 'index', 'in', 'size'],
  logic: ['conditional', 'AND', 'OR', 'NOT'],
  macros: ['exists', 'all', 'exists_one', 'map', 'filter', 'nested'],
  parse: ['nest', 'repeat', 'string_literals'],
  string: ['size', 'starts_with', 'ends_with', 'matches', 'concatenation', 'contains'],
  string_ext: ['index_of', 'last_index_of', 'ascii_casing', 'split', 'substring', 'trim', 'join'],
}

/** Types that no fact has: maps, bytes, doubles, unsigned integers, timestamps, protobuf messages. */
const foreign =
  /Value|\b\d+u\b|\bu?bytes\b|\bb['"]|uint|\d\.\d|double|timestamp|duration|type\(|TestAllTypes|\{|google\.|dyn\(|null|\d[eE]\d/

/**
 * What the library gets wrong in these sections, none of it in use: no fact comes near -2^63, expressions have no literal
 * empty list, and no rule changes case or trims beyond ASCII. A case that starts to pass must be removed.
 */
const wrong: ReadonlySet<string> = new Set([
  'integer_math/int64_math/int64_min_negate',
  'integer_math/int64_math/int64_min_negate_div',
  'macros/all/list_empty',
  'string_ext/ascii_casing/lowerascii_unicode',
  'string_ext/ascii_casing/lowerascii_unicode_with_space',
  'string_ext/ascii_casing/upperascii_unicode',
  'string_ext/trim/unicode_space_chars_1',
  'string_ext/trim/unicode_no_trim',
])

interface Section {
  readonly name: string
  readonly suites: readonly Section[]
  readonly tests: readonly {readonly name: string; readonly original: SpecTest}[]
}
type SpecValue = {kind: {case?: string; value?: unknown}}
interface SpecTest {
  readonly expr: string
  readonly disableMacros: boolean
  readonly disableCheck: boolean
  readonly bindings: Readonly<Record<string, SpecValue>>
  readonly resultMatcher: {case?: string; value?: unknown}
}

const environment = registerFunctions(
  new Environment({unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false}),
)
const suite = getConformanceSuite() as unknown as Section

for (const [suiteName, sectionNames] of Object.entries(reliedOn)) {
  for (const sectionName of sectionNames) {
    const section = suite.suites.find(({name}) => name === suiteName)?.suites.find(({name}) => name === sectionName)
    const cases = (section?.tests ?? []).filter(
      ({original}) =>
        !original.disableMacros && !original.disableCheck && !foreign.test(original.expr) && isOurs(original),
    )
    test(`${suiteName}/${sectionName}`, (t) => {
      t.true(cases.length > 0, 'the section holds cases')
      for (const {name, original} of cases) {
        const problem = complaint(original)
        if (wrong.has(`${suiteName}/${sectionName}/${name}`)) t.not(problem, undefined, `${name} passes now`)
        else t.is(problem, undefined, name)
      }
    })
  }
}

function complaint({expr, bindings, resultMatcher}: SpecTest): string | undefined {
  const variables = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, fromSpec(value)]))
  let result: unknown
  try {
    result = compileExpression(environment, expr, 'bool', new Set()).evaluate(variables)
  } catch (error) {
    return resultMatcher.case === 'evalError' ? undefined : `${expr} throws ${String(error).split('\n')[0]}`
  }
  if (resultMatcher.case === 'evalError') return `${expr} gives ${show(result)} instead of an error`
  const expected = resultMatcher.case === undefined || fromSpec(resultMatcher.value as SpecValue)
  return show(result) === show(expected) ? undefined : `${expr} gives ${show(result)} instead of ${show(expected)}`
}

function isOurs({resultMatcher, bindings}: SpecTest): boolean {
  const ours = (value: SpecValue): boolean => {
    const {case: kind, value: content} = unwrap(value).kind
    if (kind === 'listValue') return (content as {values: SpecValue[]}).values.every(ours)
    return ['int64Value', 'stringValue', 'boolValue'].includes(kind ?? '')
  }
  const isResult =
    resultMatcher.case === undefined ||
    resultMatcher.case === 'evalError' ||
    (resultMatcher.case === 'value' && ours(resultMatcher.value as SpecValue))
  return isResult && Object.values(bindings).every(ours)
}

function fromSpec(value: SpecValue): unknown {
  const {case: kind, value: content} = unwrap(value).kind
  if (kind === 'int64Value') return BigInt(content as string)
  return kind === 'listValue' ? (content as {values: SpecValue[]}).values.map(fromSpec) : content
}

/** Bindings wrap their value once more than results do. */
function unwrap(value: SpecValue): SpecValue {
  return value.kind.case === 'value' ? (value.kind.value as SpecValue) : value
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))
}
