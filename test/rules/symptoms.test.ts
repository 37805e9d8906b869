import {readFileSync} from 'node:fs'
import test from 'ava'
import {readRuleFiles} from '../../src/rules/load.ts'
import {readLogLines} from '../../src/rules/log-lines.ts'
import {suspector} from '../../src/rules/symptoms.ts'
import {plainValue} from '../../src/text/document.ts'
import {parseYaml} from '../../src/text/yaml.ts'

const known = readLogLines('rules/log-lines.yaml', readFileSync('rules/log-lines.yaml', 'utf8'))
const rules = (await readRuleFiles('rules')).map(({rule}) => rule)
const suspectsOf = suspector(rules, known)
const idsFor = (line: string) => suspectsOf(line).map(({rule, known}) => rule?.id ?? known?.cause)

test('every known line and every symptom finds what writes it', (t) => {
  for (const one of known) {
    for (const line of one.lines) {
      const found = suspectsOf(`I0413 10:53:52.844381 3263 x.go:1] ${line.replaceAll('…', ' some words ')} more`)
      t.true(
        found.some((suspect) => suspect.known === one || (one.rule !== undefined && suspect.rule?.id === one.rule)),
        line,
      )
    }
  }
  for (const rule of rules) {
    for (const symptom of rule.symptoms)
      t.true(
        suspectsOf(symptom).some((suspect) => suspect.rule === rule),
        symptom,
      )
  }
})

test('known lines name rules of the catalogue, and each says why', (t) => {
  const catalogue = parseYaml(readFileSync('test/catalogue.yaml', 'utf8'))
  const {rules: entries} = (catalogue.ok ? plainValue(catalogue.value) : {}) as {rules: {id: string}[]}
  const ids = new Set(entries.map(({id}) => id))
  for (const {rule, cause, see, lines} of known) {
    t.true(rule === undefined || ids.has(rule), rule)
    t.regex(cause, /\.$/)
    t.true(see.length > 0 && lines.length > 0, cause)
  }
})

test('the likeliest comes first, and what explains little of the line is left out', (t) => {
  const line = 'dial failed: unable to do port forwarding: socat not found: permission denied'
  t.is(idsFor(line)[0], 'socat-missing')
  t.deepEqual(idsFor('the quick brown fox'), [])
  t.true(idsFor('failed to find plugin "tuning" in path [/usr/lib/cni]').includes('cni-plugin-missing'))
})

test('a line that is known to be harmless says so', (t) => {
  const [first] = suspectsOf('hairpin: missing br-netfilter module or unset br-nf-call-iptables; proxy may not work')
  t.is(first?.known?.kind, 'harmless')
  t.true(first?.known?.see.includes('https://github.com/kubernetes/kubernetes/issues/23385'))
})
