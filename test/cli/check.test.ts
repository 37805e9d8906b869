import {writeFileSync} from 'node:fs'
import {readdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import type {Finding} from '../../src/check/report.ts'
import {run} from '../../src/cli/run.ts'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const files = {
  'host.json': snapshotOf(),
  'unreadable.json': snapshotOf({'/etc/os-release': {unreadable: 'permission denied'}}),
  'rules/own/family-is-debian.yaml': ruleOf('family-is-debian', 'os.family != "debian"'),
  'rules/own/family-is-known.yaml': ruleOf('family-is-known', 'os.family == "debian"'),
}

const own = async (): Promise<{root: string; check: (host: string, ...more: string[]) => ReturnType<typeof cli>}> => {
  const root = await folder(files)
  const common = ['--rules', join(root, 'rules'), '--only', 'own']
  return {root, check: (host, ...more) => cli('--from', join(root, host), ...common, ...more)}
}

test('a failing rule exits 1 and is explained on standard output alone', async (t) => {
  const {check} = await own()
  const {code, out, err} = await check('host.json')
  t.is(code, 1)
  t.is(err, '')
  t.regex(out, /^node-1 - Debian 13 - snapshot - bootstrap phase\n/)
  t.regex(out, /the family is debian\n {2}set {3}\/etc\/os-release:1 {2}os.family = "debian"/)
  t.regex(out, / {2}debootstrap \/mnt debian/)
  t.regex(out, /\nFAIL: 1 error, 1 passed/)
})

test('what is judged decides the exit code', async (t) => {
  const {check} = await own()
  t.is((await check('host.json', '--skip', 'family-is-debian')).code, 0)
  t.is((await check('host.json', '--fail-on', 'never')).code, 0)
  t.is((await check('unreadable.json')).code, 3)
  t.is((await check('unreadable.json', '--allow-unknown')).code, 0)
})

test('only a failing finding says in its message that something is wrong', async (t) => {
  const {root, check} = await own()
  const never = ruleOf('never', 'true', 'when: os.family == "rhel"\n')
  await writeFile(join(root, 'rules/own/never.yaml'), never)
  const said = async (host: string) =>
    Object.fromEntries(
      JSON.parse((await check(host, '-o', 'json')).out).findings.map((one: Finding) => [
        one.rule,
        [one.message, one.reason],
      ]),
    )
  t.deepEqual(await said('host.json'), {
    'family-is-debian': ['the family is debian', undefined],
    'family-is-known': ['no fault found', undefined],
    never: ['does not apply', 'does not apply here: os.family is "debian"'],
  })
  t.like(await said('unreadable.json'), {
    'family-is-known': ['could not be determined', '/etc/os-release permission denied'],
  })
})

test('reports go to files as a whole, with text on standard output', async (t) => {
  const {root, check} = await own()
  const {out} = await check(
    'host.json',
    '-o',
    `json=${join(root, 'r.json')}`,
    '-o',
    `junit=${join(root, 'r.xml')}`,
    '-q',
  )
  t.regex(out, /^ERRORS/)
  t.is(JSON.parse(await readFile(join(root, 'r.json'), 'utf8')).verdict, 'fail')
  t.regex(await readFile(join(root, 'r.xml'), 'utf8'), /^<\?xml/)
  t.deepEqual((await readdir(root)).sort(), ['host.json', 'r.json', 'r.xml', 'rules', 'unreadable.json'])
})

test('json is one document, and standard output takes one report', async (t) => {
  const {check} = await own()
  t.is(JSON.parse((await check('host.json', '-o', 'json')).out).kind, 'Report')
  t.is(JSON.parse((await check('host.json', '-ojson')).out).kind, 'Report')
  t.is((await check('host.json', '-o', 'json', '-o', 'text')).code, 2)
})

test('a file that cannot be written is the user’s mistake', async (t) => {
  const {check} = await own()
  const {code, err} = await check('host.json', '-o', 'json=/nonexistent/r.json')
  t.is(code, 2)
  t.regex(err, /^node-preflight: cannot write \/nonexistent\/r.json: /)
})

test('a rule with a misspelt field is refused with its place', async (t) => {
  const root = await folder({'host.json': snapshotOf(), 'own/bad.yaml': ruleOf('bad', 'os.famly == "debian"')})
  const {code, err} = await cli('--from', join(root, 'host.json'), '--rules', root)
  t.is(code, 2)
  t.regex(err, /^node-preflight: \S+\/own\/bad\.yaml:4:\d+: .*famly/)
})

test('--wait looks again until the check passes', async (t) => {
  const root = await folder({...files, 'root/etc/os-release': 'ID=debian\n'})
  const options = ['--root', join(root, 'root'), '--rules', join(root, 'rules'), '--only', 'family-is-debian']
  const told: string[] = []
  const mend = (text: string) => {
    told.push(text)
    writeFileSync(join(root, 'root/etc/os-release'), 'ID=fedora\n')
  }
  const code = await run([...options, '--wait', '60s'], {out: {write: () => true}, err: {write: mend}, env: {}})
  t.is(code, 0)
  t.deepEqual(told, ['not ready: family-is-debian; looking again\n'])
})
