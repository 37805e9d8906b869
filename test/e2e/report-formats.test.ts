import {spawnSync} from 'node:child_process'
import {fileURLToPath} from 'node:url'
import test from 'ava'
import {reporters} from '../../src/reporters/index.ts'
import {empty, everyOutcome, hostile, huge, plain, saying} from '../reporters/reports.ts'

const reports = {empty, everyOutcome, hostile, huge, quoted: saying(`"'\\ {}=,\t\r\n]]>`)}
const junitSchema = fileURLToPath(new URL('../reporters/schemas/junit.xsd', import.meta.url))

/** The tool that judges a format, reading it on standard input. */
const judges = {
  prometheus: ['promtool', 'check', 'metrics'],
  junit: ['xmllint', '--noout', '--huge', '--schema', junitSchema, '-'],
  json: ['python3', '-c', 'import json, sys; json.load(sys.stdin)'],
  jsonl: [
    'python3',
    '-c',
    'import json, sys; [json.loads(line) for line in sys.stdin.buffer.read().decode().splitlines()]',
  ],
} as const

for (const [format, [command, ...args]] of Object.entries(judges)) {
  for (const [name, report] of Object.entries(reports)) {
    test(`${command} takes the ${format} report of ${name}`, async (t) => {
      const input = (await reporters[format]?.())?.(report, plain)
      const {status, stdout, stderr} = spawnSync(command, args, {input, encoding: 'utf8'})
      t.is(status, 0, stderr)
      if (command === 'promtool') t.is(stdout + stderr, '')
    })
  }
}

test('the judges refuse what is wrong', (t) => {
  const statusOf = ([command, ...args]: readonly string[], input: string) =>
    spawnSync(command ?? '', args, {input, encoding: 'utf8'}).status
  t.not(statusOf(judges.prometheus, 'node_preflight_info{version="1\n2"} 1\n'), 0)
  t.not(statusOf(judges.junit, '<testsuites name="x" tests="many" failures="0" errors="0" skipped="0" time="0"/>'), 0)
})
