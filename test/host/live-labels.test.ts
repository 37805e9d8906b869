import test from 'ava'
import type {CommandResult, FileStatus, Reading} from '../../src/host/host.ts'
import {withLabels} from '../../src/host/live-labels.ts'

const status = (path: string): Reading<FileStatus> => ({
  state: 'read',
  value: {type: 'file', mode: 0o644, uid: 0, gid: 0, sizeBytes: 0, realPath: path},
  source: {kind: 'file', path},
})
const answer = (stdout: string, stderr = '', exitCode = 0): Reading<CommandResult> => ({
  state: 'read',
  value: {exitCode, stdout, stderr},
  source: {kind: 'command', argv: ['stat']},
})

test('labels are matched to their paths, whatever characters these hold', async (t) => {
  const statuses = new Map(['/a', '/new\nline', '/bare', '/proc/x'].map((path) => [path, status(path)]))
  const stderr = [
    "stat: failed to get security context of '/bare': No data available",
    "stat: failed to get security context of '/proc/x': Operation not supported",
  ].join('\n')
  const stdout = '?\0/proc/x\0?\0/bare\0u:r:b_t:s0\0/new\nline\0u:r:a_t:s0\0/a\0'
  const labelled = await withLabels(statuses, false, async () => answer(stdout, stderr, 1))
  t.like(labelled.get('/a'), {value: {selinux: 'u:r:a_t:s0'}})
  t.like(labelled.get('/new\nline'), {value: {selinux: 'u:r:b_t:s0'}})
  t.deepEqual(labelled.get('/bare'), status('/bare'))
  t.like(labelled.get('/proc/x'), {
    state: 'unreadable',
    reason: 'its SELinux label cannot be read: not supported by the file system',
  })
})

test('a stat that tells no labels makes the status unreadable, and what is absent stays absent', async (t) => {
  const gone: Reading<FileStatus> = {state: 'absent', source: {kind: 'file', path: '/gone'}}
  const statuses = new Map([['/a', status('/a')] as const, ['/gone', gone] as const])
  const busybox = await withLabels(statuses, false, async () => answer('', "stat: unrecognized option '--printf'", 1))
  t.like(busybox.get('/a'), {state: 'unreadable', reason: 'its SELinux label cannot be read: stat does not tell it'})
  t.deepEqual(busybox.get('/gone'), gone)
  const none = await withLabels(statuses, false, async (argv) => ({state: 'absent', source: {kind: 'command', argv}}))
  t.like(none.get('/a'), {reason: 'its SELinux label cannot be read: stat is not installed'})
})

test('thousands of paths take few programs, each with arguments the kernel accepts', async (t) => {
  const paths = Array.from({length: 5000}, (_, index) => `/${'d'.repeat(300)}/${index}`)
  const lines: string[][] = []
  await withLabels(new Map(paths.map((path) => [path, status(path)])), true, async (argv) => {
    lines.push([...argv])
    return answer('')
  })
  t.is(lines.length, 2)
  t.true(lines.every((argv) => argv.join(' ').length < 1.5 * 1024 * 1024 && argv[1] === '-L'))
  t.is(new Set(lines.flat().filter((word) => word.startsWith('/'))).size, paths.length)
})
