import test from 'ava'
import {dockerdFlags} from '../../src/evaluators/dockerd-flags.ts'
import {argumentsInOneWord, misreadBooleans} from '../../src/evaluators/dockerd-misread.ts'
import type {Origin} from '../../src/source.ts'
import {parsePflag} from '../../src/text/go-flags.ts'

const source: Origin = {kind: 'file', path: '/usr/lib/systemd/system/docker.service', line: 3}

function argumentsOf(texts: readonly string[], via?: Origin) {
  const words = texts.map((text) => ({text, source, ...(via ? {via} : {})}))
  return {words, flags: parsePflag(words, dockerdFlags(undefined)), isWrapped: false}
}

const misread = (...texts: readonly string[]) =>
  misreadBooleans(argumentsOf(texts)).map(({flag, written, meaning}) => [flag, written, meaning])

test('a boolean and its value as words of their own', (t) => {
  t.deepEqual(misread('-H', 'fd://', '--iptables', 'false', '--ip-masq', 'no'), [
    ['--iptables', '--iptables false', 'is true, and "false" is an argument of its own'],
    ['--ip-masq', '--ip-masq no', 'is true, and "no" is an argument of its own'],
  ])
  t.deepEqual(misread('-D', 'true'), [['--debug', '-D true', 'is true, and "true" is an argument of its own']])
})

test('a value that is no boolean of Go', (t) => {
  t.deepEqual(misread('--iptables=off', '--icc=False', '--live-restore=1'), [
    ['--iptables', '--iptables=off', 'has the value "off", which is no boolean'],
  ])
})

test('values of other flags, and words that are no boolean, are left alone', (t) => {
  t.deepEqual(misread('--label', 'true', '--log-driver', 'none', '--selinux-enabled', '--mtu', '1', '--debug', 'x'), [])
})

const inOneWord = (text: string) => argumentsInOneWord(argumentsOf([text], source)).map(({flag}) => flag)

test('a variable in braces hands its whole value over as one argument', (t) => {
  t.deepEqual(inOneWord('--bip=10.244.3.1/24 --mtu=1450'), ['--bip'])
  t.deepEqual(inOneWord('--log-driver journald'), ['--log-driver'])
  t.deepEqual(inOneWord("'--selinux-enabled'"), ["'--selinux-enabled'"])
  t.deepEqual(inOneWord('--log-opt="max-size=10m"'), ['--log-opt'])
})

test('one option with a blank in its value is fine', (t) => {
  for (const text of ['--label=purpose=build and test', '--bip=10.244.3.1/24', 'native.cgroupdriver=systemd', '']) {
    t.deepEqual(inOneWord(text), [], text)
  }
  t.deepEqual(argumentsInOneWord(argumentsOf(['--bip=10.1.1.1/24 --mtu=1450'])), [])
})
