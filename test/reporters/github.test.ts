import {error, notice, warning} from '@actions/core'
import test from 'ava'
import fc from 'fast-check'
import {github} from '../../src/reporters/github.ts'
import {everyOutcome, huge, plain, saying} from './reports.ts'

const issue = {error, warning, notice}

/** A workflow command as the runner reads it: split at its separators first, unescaped after. */
function read(line: string) {
  const [, command = '', properties = '', message = ''] = /^::(error|warning|notice) ([^:]*)::(.*)$/.exec(line) ?? []
  const pairs = properties.split(',').map((pair) => pair.split('='))
  const plainText = (text: string) =>
    text.replace(/%(3A|2C|0D|0A|25)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  const {title, file, line: row} = Object.fromEntries(pairs.map(([name, ...rest]) => [name, plainText(rest.join('='))]))
  return {command: command as keyof typeof issue, title, file, line: row, message: plainText(message)}
}

/** What GitHub's own library writes for such an annotation. */
function byGitHub({command, title, file, line, message}: ReturnType<typeof read>): string {
  const write = process.stdout.write
  let written = ''
  process.stdout.write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  try {
    const startLine = line === undefined ? {} : {startLine: Number(line)}
    issue[command](message, {...(title && {title}), ...(file && {file}), ...startLine})
  } finally {
    process.stdout.write = write
  }
  return written.trimEnd()
}

test('an annotation names what is wrong, the file and the line', (t) => {
  const [first, second] = github(everyOutcome, plain).split('\n')
  t.like(read(first ?? ''), {
    command: 'error',
    title: "Docker writes its own masquerade rules beside the overlay's",
    file: '/etc/docker/daemon.json',
    line: '3',
  })
  t.like(read(second ?? ''), {command: 'warning', file: 'rules/docker/x.yaml', line: undefined})
})

test("every command is written as GitHub's library writes it, whatever a host says", (t) => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom('::error::x', 'a%0Ab', ', : =\n::stop')),
      (text) => {
        const lines = github(saying(text), plain).trimEnd().split('\n')
        const commands = lines.splice(0, 4)
        t.deepEqual(commands.map(read).map(byGitHub), commands)
        const [notice = '', verdict] = lines
        t.true(notice.startsWith('node-preflight: '))
        t.is(verdict, 'node-preflight: fail: 1 error, 1 warning, 1 unknown, 1 waived, 1 skipped')
        t.is(lines.length, 2)
      },
    ),
    {numRuns: 100},
  )
})

test('beyond ten annotations of a kind the rest are counted in the last', (t) => {
  const commands = github(huge, plain)
    .split('\n')
    .filter((line) => line.startsWith('::'))
  const warnings = commands.filter((line) => line.startsWith('::warning '))
  t.is(warnings.length, 10)
  t.is(read(warnings.at(-1) ?? '').title, 'and 2991 more')
  t.true(commands.every((line) => line.length < 8000))
})
