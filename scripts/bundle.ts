import {mkdir, writeFile} from 'node:fs/promises'
import {Cel} from '../src/cel/environment.ts'
import {collectors} from '../src/collectors/index.ts'
import {loadRules} from '../src/rules/load.ts'

/** Compiles `rules/` into the one JSON module that the program imports; a rule that does not type-check stops it. */
const rules = await loadRules('rules', new Cel(collectors))
await mkdir('dist', {recursive: true})
await writeFile('dist/rules.json', JSON.stringify(rules))
