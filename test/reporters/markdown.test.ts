import test from 'ava'
import fc from 'fast-check'
import {micromark} from 'micromark'
import {gfm, gfmHtml} from 'micromark-extension-gfm'
import {markdown} from '../../src/reporters/markdown.ts'
import {everyOutcome, huge, plain, saying} from './reports.ts'

const rendered = (text: string): string =>
  micromark(text, {extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true})

/** The elements of a rendered page in their order, without what they say; whether a name can be code depends on it. */
const elements = (html: string): readonly string[] =>
  [...html.matchAll(/<(?!\/?code>)(\/?[a-z][a-z0-9]*)/g)].map(([, name = '']) => name)

test('tables, folds and code come out as such', (t) => {
  const html = rendered(markdown(everyOutcome, plain))
  t.true(html.includes('<td><code>cni-plugin-missing [portmap]</code></td>'))
  t.true(
    html.includes('<pre><code class="language-sh">systemctl restart docker\niptables -t nat -F DOCKER\n</code></pre>'),
  )
  t.true(html.includes('dockerd runs with iptables=true, ip-masq=true'))
  t.is(html.match(/<details>/g)?.length, 3)
  t.is(html.match(/<tr>/g)?.length, 9)
})

test('whatever a host says, the page has the elements of a page where it says nothing special', (t) => {
  const expected = elements(rendered(markdown(saying('plain'), plain)))
  const hostile = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.string({unit: fc.constantFrom(...'`|*_[]()<>!#~-+=.:/@&\\"\' \n1aw'.split(''), 'http://a.b ', '</details>')}),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      t.deepEqual(elements(rendered(markdown(saying(`x${text}x`), plain))), expected)
    }),
    {numRuns: 200},
  )
})

test('a summary stays below what GitHub takes, and says what it left out', (t) => {
  const text = markdown(huge, plain)
  t.true(Buffer.byteLength(text) < 1024 * 1024)
  t.regex(text, /\n\d+ more parts were left out: too long\.\n$/)
})
