import {readFile, writeFile} from 'node:fs/promises'
import test from 'ava'
import {reporters} from '../../src/reporters/index.ts'
import type {ReportOptions} from '../../src/reporters/reporter.ts'
import {empty, everyOutcome, hostile} from './reports.ts'

const plain: ReportOptions = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'}

for (const [name, report] of Object.entries({empty, everyOutcome, hostile})) {
  for (const format of Object.keys(reporters)) {
    test(`${format} of ${name}`, async (t) => {
      await compare(t, `${name}.${format}`, (await reporters[format]?.())?.(report, plain))
    })
  }
}

test('verbose text of everyOutcome', async (t) => {
  const verbose: ReportOptions = {...plain, verbosity: 'verbose', unicode: false}
  await compare(t, 'everyOutcome.verbose.text', (await reporters.text?.())?.(everyOutcome, verbose))
})

test('quiet coloured text of everyOutcome', async (t) => {
  const quiet: ReportOptions = {...plain, verbosity: 'quiet', color: true}
  await compare(t, 'everyOutcome.quiet.text', (await reporters.text?.())?.(everyOutcome, quiet))
})

/** Compares with a golden file; UPDATE_GOLDENS=1 writes it anew. */
async function compare(t: {is(actual: unknown, expected: unknown): void}, name: string, actual: string | undefined) {
  const file = new URL(`goldens/${name}`, import.meta.url)
  if (process.env.UPDATE_GOLDENS) await writeFile(file, actual ?? '')
  t.is(actual, await readFile(file, 'utf8'))
}
