import {appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'

/** Writes the skeleton of a new rule or collector, ready to run: `npm run new -- rule <id> [subject]`, `npm run new -- collector <name>`. */
const [kind, name, subject] = process.argv.slice(2)

if (kind === 'rule' && name !== undefined && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
  newRule(name, subject ?? subjectOf(name))
else if (kind === 'collector' && name !== undefined && /^[a-z][A-Za-z0-9]*$/.test(name)) newCollector(name)
else fail('usage: npm run new -- rule <id-of-the-wrong-state> [subject]\n       npm run new -- collector <factName>')

function newRule(id: string, folder: string | undefined): void {
  if (folder === undefined)
    fail(`'${id}' is not in test/catalogue.yaml, so name its subject: npm run new -- rule ${id} <subject>`)
  write(
    `rules/${folder}/${id}.yaml`,
    `id: ${id}
title: Say the wrong state in one sentence
severity: warning # error: will not work; warning: works until load, upgrade or reboot; info: hygiene
phases: [image, bootstrap, joined]
# Facts and their fields: docs/facts.md. A rule whose 'when' is false is skipped; leave it out if the rule always applies.
when: os.family != "any"
assert: os.id != "an-example"
message: '"this host runs " + os.prettyName'
why: What breaks and what people see, in two or three sentences.
fix:
  text: What to change.
  commands:
    any: "true"
symptoms: []
references: [https://kubernetes.io/docs/setup/]
examples:
  pass:
    - facts: {os: {family: debian, id: debian}}
  fail:
    - facts: {os: {family: debian, id: an-example, prettyName: Example Linux}}
      message: this host runs Example Linux
`,
  )
  if (subjectOf(id) === undefined) {
    appendFileSync(
      'test/catalogue.yaml',
      `  - {id: ${id}, subject: ${folder}, severity: warning, phases: [image, bootstrap, joined], needsLive: false, needsProbe: false, batch: own}\n`,
    )
  }
  process.stdout.write(`edit it, then: npx ava test/conventions.test.ts --match='*${id}*' && npm run docs\n`)
}

function newCollector(fact: string): void {
  const file = fact.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  write(
    `src/collectors/${file}.ts`,
    `import {collector} from '../facts/collector.ts'
import {bool} from '../facts/fields.ts'

/** What this fact describes. */
export const ${fact} = collector({
  name: '${fact}',
  about: 'What this fact describes.',
  fields: {
    exists: bool('Whether it exists.'),
  },
  async collect(probe) {
    const reading = await probe.readFile('/etc/example')
    return {exists: reading.state === 'read'}
  },
})
`,
  )
  write(
    `test/collectors/${file}.test.ts`,
    `import test from 'ava'
import {${fact}} from '../../src/collectors/${file}.ts'
import {createProbe} from '../../src/facts/probe.ts'
import {toldNothing} from '../../src/facts/told.ts'
import {snapshotHost} from '../../src/host/snapshot.ts'

test('${fact} describes what is there', async (t) => {
  const host = snapshotHost({
    apiVersion: 'node-preflight/v1',
    kind: 'Snapshot',
    host: {name: 'node-1', capturedAt: '2026-01-01T00:00:00Z'},
    unlisted: 'absent',
    files: {'/etc/example': ''},
  })
  t.deepEqual(await ${fact}.collect(createProbe(host, toldNothing)), {exists: true})
})
`,
  )
  process.stdout.write('add it to src/collectors/index.ts: one import, one entry\n')
}

/** The subject the catalogue gives a rule. */
function subjectOf(id: string): string | undefined {
  return new RegExp(`\\{id: ${id}, subject: ([a-z-]+)`).exec(readFileSync('test/catalogue.yaml', 'utf8'))?.[1]
}

function write(path: string, text: string): void {
  if (existsSync(path)) fail(`${path} exists already`)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
  process.stdout.write(`wrote ${path}\n`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}
