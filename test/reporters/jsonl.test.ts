import test from 'ava'
import {jsonl} from '../../src/reporters/jsonl.ts'
import {everyOutcome, hostile, plain} from './reports.ts'

test('the report comes first, then each finding with its host, a line each for every reader', (t) => {
  for (const report of [everyOutcome, hostile]) {
    const lines = jsonl(report, plain).split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/)
    t.is(lines.pop(), '')
    const [head, ...findings] = lines.map((line) => JSON.parse(line))
    t.is(head.verdict, report.verdict)
    t.deepEqual(
      findings.map(({kind, host, rule, message}) => [kind, host, rule, message]),
      report.findings.map(({rule, message}) => ['Finding', report.host.name, rule, message]),
    )
  }
})
