import test from 'ava'
import fc from 'fast-check'
import {reporters} from '../../src/reporters/index.ts'
import {plain, saying} from './reports.ts'

for (const [format, load] of Object.entries(reporters)) {
  test(`${format} is well-formed Unicode that ends its last line, whatever a host says`, async (t) => {
    const write = await load()
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), (text) => {
        const written = write(saying(text), plain)
        t.notRegex(written, /\p{Cs}/u)
        t.true(written.endsWith('\n'))
        t.is(write(saying(text), plain), written)
      }),
      {numRuns: 40},
    )
  })
}
