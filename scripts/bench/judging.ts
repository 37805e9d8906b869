import {Cel} from '../../src/cel/environment.ts'
import {judge} from '../../src/check/judge.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'
import {openBundle} from '../../src/host/bundle.ts'
import {selectRules} from '../../src/rules/select.ts'

/**
 * Prints in milliseconds how long it takes to load, select and judge every rule that is built in on a recorded host whose facts
 * were read before: `judging SNAPSHOT`. For scripts/bench.ts, which compiles it as the executable is compiled.
 */
const store = new FactStore(collectors, await openBundle(process.argv[2] ?? ''))
await Promise.all(collectors.map(({name}) => store.view(name)))

const start = performance.now()
const {builtinRules} = await import('../../src/rules/builtin.ts')
const cel = new Cel(collectors)
const rules = selectRules(builtinRules, {only: {names: [], by: 'only'}, skip: {names: [], by: 'skip'}})
const findings = await Promise.all(
  rules
    .filter(({scope}) => scope === undefined)
    .map((rule) => judge(rule, {cel, store, phase: 'joined', family: 'rhel'})),
)
if (findings.flat().length < rules.length / 2) throw new Error('the rules were not judged')
process.stdout.write(`${performance.now() - start}\n`)
