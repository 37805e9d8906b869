import test from 'ava'
import fc from 'fast-check'
import {html} from '../../src/reporters/html.ts'
import {everyOutcome, hostile, plain, reportOf, saying} from './reports.ts'

const tags = (page: string): readonly string[] => [...page.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([tag]) => tag)

test('whatever a host says, the page has the elements of a page where it says nothing special', (t) => {
  const expected = tags(html(saying('plain'), plain))
  fc.assert(
    fc.property(
      fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom('"><script>', "'>--><style>", '</title>')),
      (text) => {
        t.deepEqual(tags(html(saying(`x${text.replaceAll('\n', '')}x`), plain)), expected)
      },
    ),
    {numRuns: 100},
  )
})

test('the headline says no more than what was found', (t) => {
  const headline = (...outcomes: readonly string[]) => {
    const findings = everyOutcome.findings.filter(
      ({outcome, severity}) => outcomes.includes(outcome) && (outcome !== 'fail' || severity !== 'error'),
    )
    return /<h1>(.*)<\/h1>/.exec(html(reportOf(findings), plain))?.[1]?.replaceAll(/<[^>]*>/g, '')
  }
  t.is(headline('pass', 'skip'), 'node-1: no fault found')
  t.is(headline('pass', 'waived'), 'node-1: no fault found that is not waived')
  t.is(headline('pass', 'fail'), 'node-1: faults found, but none that fails the check')
  t.is(headline('skip'), 'node-1: nothing here was judged')
  t.is(headline('pass', 'unknown'), 'node-1 could not be judged')
})

test('the page names no other resource and forbids itself any', (t) => {
  for (const report of [everyOutcome, hostile]) {
    const page = html(report, plain)
    t.notRegex(page, /<(link|img|iframe|object|embed|base)\b|\bsrc=|url\(|@import/)
    t.regex(page, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/)
  }
})
