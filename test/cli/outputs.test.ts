import {join} from 'node:path'
import test from 'ava'
import {cli, folder, ruleOf, snapshotOf} from './harness.ts'

const files = {
  'host.json': snapshotOf(),
  'unreadable.json': snapshotOf({'/etc/os-release': {unreadable: 'permission denied'}}),
  'rules/own/family-is-debian.yaml': ruleOf('family-is-debian', 'os.family != "debian"'),
  'rules/own/family-is-known.yaml': ruleOf('family-is-known', 'os.family == "debian"'),
}

const checkOf = async (host: string, ...more: string[]) => {
  const root = await folder(files)
  return cli('--from', join(root, host), '--rules', join(root, 'rules'), '--only', 'own', ...more)
}

test('a Nagios plugin has exit codes and a first word of its own', async (t) => {
  const ran = async (...argv: [string, ...string[]]) => {
    const {code, out} = await checkOf(...argv, '-o', 'nagios')
    return [code, out.split(' - ')[0]]
  }
  t.deepEqual(await ran('host.json'), [2, 'PREFLIGHT CRITICAL'])
  t.deepEqual(await ran('host.json', '--skip', 'family-is-debian'), [0, 'PREFLIGHT OK'])
  t.deepEqual(await ran('unreadable.json'), [3, 'PREFLIGHT UNKNOWN'])
  t.deepEqual(await ran('missing.json'), [3, 'PREFLIGHT UNKNOWN'])
  t.is((await checkOf('host.json', '-o', 'npd')).code, 1)
})

test('a statement names the image of the command line and the digest of the rules', async (t) => {
  const hex = 'ab'.repeat(32)
  const statementOf = async (...more: string[]) =>
    JSON.parse((await checkOf('host.json', '-o', 'in-toto', '--image', `node.raw@sha256:${hex}`, ...more)).out)
  const {subject, predicate} = await statementOf()
  t.deepEqual(subject, [{name: 'node.raw', digest: {sha256: hex}}])
  t.like(predicate, {result: 'FAILED', failedTests: ['family-is-debian'], passedTests: ['family-is-known']})
  t.is((await statementOf()).predicate.configuration[1].digest.sha256, predicate.configuration[1].digest.sha256)
  const fewer = await statementOf('--skip', 'family-is-debian')
  t.not(fewer.predicate.configuration[1].digest.sha256, predicate.configuration[1].digest.sha256)
  t.like(await checkOf('host.json', '--image', 'node.raw'), {code: 2})
})
