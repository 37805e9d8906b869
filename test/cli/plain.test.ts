import test from 'ava'
import fc from 'fast-check'
import {commands} from '../../src/cli/commands/index.ts'
import {parse} from '../../src/cli/parser.ts'
import {readPlainly} from '../../src/cli/plain.ts'

const io = {out: {write: () => true}, err: {write: () => true}, env: {}}

/** What yargs makes of a command line: the command and the options it has, or that it refuses it. */
async function byYargs(argv: readonly string[]) {
  const parsed = await parse(argv, io)
  if ('output' in parsed) return undefined
  const {command, args} = parsed
  const values = Object.entries(args.layers[0]?.values ?? {}).filter(
    ([name, value]) => name !== '_' && name !== '$0' && value !== undefined,
  )
  return {command: command.describe, values: Object.fromEntries(values)}
}

const words = commands.flatMap(({usage, options}) => [
  ...usage.split(' ').filter((word) => /^\w/.test(word)),
  ...Object.entries(options).flatMap(([name, {alias}]) => [
    `--${name}`,
    `--${name}=image`,
    ...(typeof alias === 'string' ? [`-${alias}`] : []),
  ]),
])
const word = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom(...words)},
  {
    weight: 3,
    arbitrary: fc.constantFrom('image', 'json', 'json=out.json', 'a b', '10.244.0.0/16', '1.34', '90s', 'error'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '-',
      '--',
      '-1',
      '"x"',
      "'y'",
      '--no-color=false',
      '-qv',
      '-ojson',
      'é',
      '--root=',
      '0x10',
      'true',
    ),
  },
)

test('where a command line is read plainly, yargs reads the same', async (t) => {
  let plain = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([], ...commands.map(({usage}) => usage.split(' ').filter((each) => /^\w/.test(each)))),
      fc.array(word, {maxLength: 4}),
      async (start, rest) => {
        const argv = [...start, ...rest]
        const read = readPlainly(argv, commands)
        if (read === undefined) return
        plain++
        t.deepEqual(
          {command: read.command.describe, values: read.values},
          (await byYargs(argv)) as never,
          argv.join(' '),
        )
      },
    ),
    {numRuns: 400},
  )
  t.true(plain > 25, String(plain))
})

for (const argv of [
  ['check', '--phase', 'image', '--root', '/mnt', '-o', 'junit=report.xml', '-o', 'json', '-q'],
  [],
  ['--only=cni,docker', '--wait', '2m'],
  ['facts', 'docker.ipMasq', '--json'],
  ['rules', 'lint', 'a', 'b'],
]) {
  test(`needs no yargs: ${argv.join(' ')}`, async (t) => {
    const read = readPlainly(argv, commands)
    t.deepEqual(read && {command: read.command.describe, values: read.values}, await byYargs(argv))
  })
}

for (const argv of [
  ['--help'],
  ['chekc'],
  ['explain'],
  ['--phase', 'nothing'],
  ['--root'],
  ['--root', '--json'],
  ['facts', 'a', 'b'],
  ['--root', 'a', '--root', 'b'],
  ['--no-such'],
]) {
  test(`is left to yargs: ${argv.join(' ')}`, (t) => {
    t.is(readPlainly(argv, commands), undefined)
  })
}
