import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import test from 'ava'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const root = await folder({
  'rules/own/bad-family.yaml': ruleOf('bad-family', 'os.family == "debian"'),
  'good.json': snapshotOf(),
  'bad.json': snapshotOf({'/etc/os-release': '\nID=rocky\nID_LIKE="rhel"\n'}),
})
const at = (name: string) => join(root, name)
const check = (host: string, report: string) =>
  cli('check', '--from', at(host), '--rules', at('rules'), '--only', 'bad-family', '-q', '-o', `json=${at(report)}`)
await check('good.json', 'old.json')
await check('bad.json', 'new.json')

test('diff tells what is new, with the values behind it; --gate fails for it', async (t) => {
  const {code, out} = await cli('diff', at('old.json'), at('new.json'), '--gate')
  t.is(code, 1)
  t.regex(out, /NEW\nx bad-family\n {2}was {2}passes\n {2}is {3}fails \(error\): the family is rhel\n/)
  t.regex(out, /os\.family: "debian" \(\/etc\/os-release:1\) -> "rhel"\n? *\(\/etc\/os-release:\d\)/)
  t.regex(out, /1 new, 0 fixed, 0 changed\n$/)
  t.is((await cli('diff', at('old.json'), at('new.json'))).code, 0)
  const back = await cli('diff', at('new.json'), at('old.json'), '--gate', '--json')
  t.is(back.code, 0)
  const {kind, fixed} = JSON.parse(back.out)
  t.deepEqual(
    [kind, fixed[0].rule, fixed[0].before.outcome, fixed[0].after.outcome],
    ['Diff', 'bad-family', 'fail', 'pass'],
  )
})

test('a report that is none is refused with its place', async (t) => {
  const wrong = {
    '{"kind": "Report",\n  "apiVersion": ': /wrong\.json:2:17: the text ends where a value is expected/,
    '{"kind": "Diff"}': /wrong\.json:1:2: this is no report \(write one with -o json=FILE\)/,
    '{"kind": "Report", "apiVersion": "node-preflight/v2"}': /wrong\.json:1:20: reports of version node-preflight\/v2/,
    '{"kind": "Report", "apiVersion": "node-preflight/v1",\n "host": []}': /wrong\.json:2:2: 'host' must be an object/,
  }
  for (const [text, message] of Object.entries(wrong)) {
    const {code, err} = await cli('diff', join(await folder({'wrong.json': text}), 'wrong.json'), at('new.json'))
    t.is(code, 2)
    t.regex(err, message)
  }
  t.regex((await cli('diff', at('none.json'), at('new.json'))).err, /cannot read .*none\.json: no such file/)
})

test('a snapshot is told from a report, plain and packed', async (t) => {
  const hint = (file: string) => `(\`node-preflight check --from ${at(file)} -o json=FILE\` makes one of a snapshot)`
  await writeFile(at('good.json.gz'), gzipSync(snapshotOf()))
  for (const argv of [
    ['diff', at('old.json')],
    ['fix', '--from-report'],
  ]) {
    t.deepEqual(
      [(await cli(...argv, at('good.json'))).err, (await cli(...argv, at('good.json.gz'))).err],
      [
        `node-preflight: ${at('good.json')}:1:35: this is a snapshot, not a report ${hint('good.json')}\n`,
        `node-preflight: ${at('good.json.gz')}: this is gzip, not a report ${hint('good.json.gz')}\n`,
      ],
    )
  }
})
