import test from 'ava'
import {UserError} from '../../src/errors.ts'
import {parseSnapshot} from '../../src/host/snapshot-file.ts'

const good =
  '{"apiVersion": "node-preflight/v1", "kind": "Snapshot", "host": {"name": "a", "capturedAt": "2026-08-01T00:00:00Z"},\n'

test('a good one is what its text says', (t) => {
  const text = `${good}"files": {"/etc/hostname": "a"}}`
  t.deepEqual(parseSnapshot(text, 'x.json'), JSON.parse(text))
})

const mistakes: readonly [text: string, message: RegExp, line: number | undefined, hint?: RegExp][] = [
  ['{"apiVersion": 1,\n oops', /^not JSON/, 2, /gzip/],
  ['[]', /the document must be an object/, 1],
  ['{}', /the document lacks "apiVersion"/, 1],
  ['{"apiVersion": "node-preflight/v1",\n"kind": "Report"}', /kind must be "Snapshot"/, 2],
  ['{"apiVersion": "node-preflight/v1",\n"hots": {}}', /the document has no member "hots"/, 2, /did you mean "host"\?/],
  [`${good}"host": {"name": "a", "capturedAt": "2026", "mode": "live"}}`, /host mode must be "root"/, 2],
  [`${good}"file": {}}`, /the document has no member "file"/, 2, /did you mean "files"\?/],
  [`${good}"files":\n{"/a": {"contents": ""}}}`, /files \/a has no member "contents"/, 3, /"content"/],
  [`${good}"files": {"/a": {"mode": "rwx"}}}`, /files \/a mode must be an octal string/, 2],
  [`${good}"files": {"etc/x": ""}}`, /"etc\/x" must be an absolute path/, 2],
  [`${good}"files": {"/a/../x": ""}}`, /must be an absolute path/, 2],
  [`${good}"commands": [{"argv": []}]}`, /commands \[0\] argv must be a list that is not empty/, 2],
]

for (const [text, message, line, hint] of mistakes) {
  test(`refuses ${text.replace(good, '')}`, (t) => {
    const error = t.throws(() => parseSnapshot(text, 'x.json'), {instanceOf: UserError, message})
    t.like(error.place, {file: 'x.json', line})
    if (hint) t.regex(error.hint ?? '', hint)
  })
}
