import test from 'ava'
import fc from 'fast-check'
import {type FlagTable, parseGoBool, parseGoFlag, parsePflag} from '../../src/text/go-flags.ts'

const dockerd: FlagTable = {
  iptables: {kind: 'bool'},
  debug: {kind: 'bool', short: 'D'},
  tls: {kind: 'bool', short: 't'},
  host: {kind: 'list', short: 'H'},
  bip: {kind: 'value'},
  'cluster-domain': {kind: 'value'},
}

const words = (...texts: string[]) => texts.map((text, index) => ({text, source: `w${index}`}))
const valuesOf = (parsed: ReturnType<typeof parsePflag>, name: string) =>
  parsed.flags.get(name)?.occurrences.map(({value}) => value)

test('a scalar takes the last of its values, each with its source', (t) => {
  const parsed = parsePflag(words('--bip=10.0.0.1/24', '--bip', '10.1.0.1/24'), dockerd)
  t.deepEqual(parsed.flags.get('bip')?.winner, {value: '10.1.0.1/24', word: 1, source: 'w2'})
  t.deepEqual(valuesOf(parsed, 'bip'), ['10.0.0.1/24', '10.1.0.1/24'])
  t.deepEqual(parsed.problems, [])
})

test('a boolean takes its value only after an equals sign', (t) => {
  const parsed = parsePflag(words('--iptables', 'false', '--debug=F'), dockerd)
  t.is(parsed.flags.get('iptables')?.winner.value, 'true')
  t.is(parsed.flags.get('debug')?.winner.value, 'F')
  t.deepEqual(parsed.positional, [{value: 'false', word: 1, source: 'w1'}])
})

test('the problems are told as pflag tells them', (t) => {
  const problems = (...texts: string[]) => parsePflag(words(...texts), dockerd).problems.map(({message}) => message)
  const because = 'strconv.ParseBool: parsing "yes": invalid syntax'
  t.deepEqual(problems('--iptables=yes'), [`invalid argument "yes" for "--iptables" flag: ${because}`])
  t.deepEqual(problems('--debug=yes'), [`invalid argument "yes" for "-D, --debug" flag: ${because}`])
  t.deepEqual(problems('--bip'), ['flag needs an argument: --bip'])
  t.deepEqual(problems('-H'), ["flag needs an argument: 'H' in -H"])
  t.deepEqual(problems('--nope=1'), ['unknown flag: --nope'])
  t.deepEqual(problems('-Dz'), ["unknown shorthand flag: 'z' in -z"])
  t.deepEqual(problems('--=x', '---bip'), ['bad flag syntax: --=x', 'bad flag syntax: ---bip'])
})

test('short forms', (t) => {
  const parsed = parsePflag(words('-H', 'a', '-Hb', '-H=c', '-DHd', '-tD', '-D=false'), dockerd)
  t.deepEqual(valuesOf(parsed, 'host'), ['a', 'b', 'c', 'd'])
  t.deepEqual(valuesOf(parsed, 'debug'), ['true', 'true', 'false'])
  t.deepEqual(valuesOf(parsed, 'tls'), ['true'])
})

test('an unknown flag is kept, with the next word unless that is a flag', (t) => {
  const parsed = parsePflag(words('--a=1', '--b', '2', '--c', '--debug'), dockerd)
  t.deepEqual(valuesOf(parsed, 'a'), ['1'])
  t.deepEqual(valuesOf(parsed, 'b'), ['2'])
  t.deepEqual(valuesOf(parsed, 'c'), [''])
  t.is(parsed.flags.get('b')?.kind, 'unknown')
  t.is(parsed.problems.length, 3)
})

test('names an object inherits are no known flags', (t) => {
  t.is(parsePflag(words('--constructor=1'), dockerd).flags.get('constructor')?.kind, 'unknown')
})

test('a value flag swallows whatever follows, a flag too', (t) => {
  t.deepEqual(valuesOf(parsePflag(words('--bip', '--debug'), dockerd), 'bip'), ['--debug'])
})

test('only Kubernetes components read underscores as dashes', (t) => {
  const line = words('--cluster_domain=x')
  t.deepEqual(valuesOf(parsePflag(line, dockerd, {normalizeUnderscores: true}), 'cluster-domain'), ['x'])
  t.is(parsePflag(line, dockerd).flags.get('cluster_domain')?.kind, 'unknown')
})

test('two dashes end the flags', (t) => {
  const parsed = parsePflag(words('--debug', '--', '--bip=1', 'x'), dockerd)
  t.deepEqual(
    parsed.positional.map(({value}) => value),
    ['--bip=1', 'x'],
  )
  t.deepEqual(
    parsed.ignored.map(({value}) => value),
    ['--bip=1'],
  )
})

const flanneld: FlagTable = {'ip-masq': {kind: 'bool'}, iface: {kind: 'value'}, 'kube-subnet-mgr': {kind: 'bool'}}

test('the standard package stops at the first word that is no flag', (t) => {
  const parsed = parseGoFlag(words('-ip-masq', 'true', '--iface=eth1', '-kube-subnet-mgr'), flanneld)
  t.deepEqual([...parsed.flags.keys()], ['ip-masq'])
  t.deepEqual(
    parsed.positional.map(({value}) => value),
    ['true', '--iface=eth1', '-kube-subnet-mgr'],
  )
  t.deepEqual(
    parsed.ignored.map(({word}) => word),
    [2, 3],
  )
})

test('the standard package takes one dash or two and tells its problems its own way', (t) => {
  const parsed = parseGoFlag(words('--iface', 'eth0', '-iface=eth1', '--ip-masq=on', '-x=1', '-iface'), flanneld)
  t.deepEqual(valuesOf(parsed, 'iface'), ['eth0', 'eth1'])
  t.deepEqual(
    parsed.problems.map(({message}) => message),
    [
      'invalid boolean value "on" for -ip-masq: strconv.ParseBool: parsing "on": invalid syntax',
      'flag provided but not defined: -x',
      'flag needs an argument: -iface',
    ],
  )
})

test('Go booleans', (t) => {
  t.deepEqual(['1', 't', 'T', 'TRUE', 'true', 'True'].map(parseGoBool), Array(6).fill(true))
  t.deepEqual(['0', 'f', 'F', 'FALSE', 'false', 'False'].map(parseGoBool), Array(6).fill(false))
  t.deepEqual(['yes', 'no', 'on', 'off', 'tRUE', ''].map(parseGoBool), Array(6).fill(undefined))
})

const word = fc.oneof(
  fc.string({maxLength: 6}),
  fc.constantFrom(
    '--',
    '-',
    '--bip',
    '--bip=x',
    '-H',
    '-Hx',
    '-D',
    '--debug',
    '--debug=no',
    '--u',
    'w',
    '--__proto__=1',
  ),
)

for (const [name, parse] of [
  ['pflag', parsePflag],
  ['the standard package', parseGoFlag],
] as const) {
  test(`${name}: a flag's value comes from its own word or the next, no positional word belongs to a flag`, (t) => {
    fc.assert(
      fc.property(fc.array(word, {maxLength: 8}), (texts) => {
        const parsed = parse(
          texts.map((text, source) => ({text, source})),
          dockerd,
        )
        const flagWords = new Set<number>()
        for (const {occurrences} of parsed.flags.values())
          for (const {value, word, source} of occurrences) {
            if (source !== word) t.is(value, texts[source] ?? '')
            flagWords.add(word).add(source)
          }
        const complained = new Set(parsed.problems.map((problem) => problem.word))
        const positional = new Set(parsed.positional.map((each) => each.word))
        for (const index of texts.keys()) {
          t.false(positional.has(index) && flagWords.has(index))
          t.true(positional.has(index) || flagWords.has(index) || complained.has(index) || texts[index] === '--')
        }
      }),
    )
  })
}

test('any scalar value written with an equals sign reads back', (t) => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      t.is(parsePflag(words(`--bip=${value}`), dockerd).flags.get('bip')?.winner.value, value)
      t.is(parseGoFlag(words(`-bip=${value}`), dockerd).flags.get('bip')?.winner.value, value)
    }),
  )
})
