import test from 'ava'
import fc from 'fast-check'
import {junit} from '../../src/reporters/junit.ts'
import {everyOutcome, hostile, reportOf} from './reports.ts'

const options = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'} as const

test('the threshold decides what is a failure', (t) => {
  t.regex(
    junit(everyOutcome, options),
    /<testsuites name="node-preflight" tests="8" failures="1" errors="1" skipped="3"/,
  )
  t.regex(junit(everyOutcome, {...options, failOn: 'warning'}), /failures="3"/)
})

test('names are unique within their class, as GitLab keeps only one of a name', (t) => {
  const names = [...junit(hostile, options).matchAll(/<testcase name="([^"]*)" classname="([^"]*)"/g)].map(String)
  t.is(new Set(names).size, hostile.findings.length)
})

test('whatever a host says, the XML holds no forbidden character and no markup of its own', (t) => {
  const [first] = everyOutcome.findings
  if (!first) return t.fail()
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (value) => {
      const xml = junit(reportOf([{...first, severity: 'error', item: value, message: value}]), options)
      t.notRegex(xml, /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u)
      t.deepEqual(
        [...xml.matchAll(/<[^>]*>/g)].map(([tag]) => /^<\??\/?([a-z]+)/.exec(tag)?.[1]),
        ['xml', 'testsuites', 'testsuite', 'testcase', 'failure', 'failure', 'testcase', 'testsuite', 'testsuites'],
      )
    }),
  )
})
