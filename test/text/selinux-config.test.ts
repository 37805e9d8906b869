import test from 'ava'
import fc from 'fast-check'
import {readSelinuxConfig} from '../../src/text/selinux-config.ts'

test('the stock file', (t) => {
  t.deepEqual(readSelinuxConfig('# SELINUX= can take\nSELINUX=enforcing\nSELINUXTYPE=targeted \n'), {
    mode: {value: 'enforcing', line: 2},
    type: {value: 'targeted', line: 3},
  })
})

test('the mode is a prefix in any case at the very start of a line', (t) => {
  t.is(readSelinuxConfig('SELINUX=Permissive # why').mode?.value, 'permissive')
  t.is(readSelinuxConfig(' SELINUX=disabled\nSELINUX="disabled"\nselinux=disabled').mode, undefined)
})

test('the first known mode and the last type win', (t) => {
  const text = 'SELINUX=off\nSELINUX=disabled\nSELINUX=enforcing\nSELINUXTYPE=mls\n  selinuxtype=minimum'
  t.deepEqual(readSelinuxConfig(text), {mode: {value: 'disabled', line: 2}, type: {value: 'minimum', line: 5}})
})

test('indented lines, comments and other keys decide nothing', (t) => {
  const noise = fc.stringMatching(/^[ #A-RT-Za-rt-z][^\n]*$/).filter((line) => !/selinuxtype=/i.test(line))
  fc.assert(
    fc.property(fc.array(noise), (lines) => {
      const text = [...lines, 'SELINUX=permissive', ...lines].join('\n')
      t.deepEqual(readSelinuxConfig(text), {mode: {value: 'permissive', line: lines.length + 1}})
    }),
  )
})
