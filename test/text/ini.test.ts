import test from 'ava'
import fc from 'fast-check'
import {iniValue, keyfileList, readIni} from '../../src/text/ini.ts'

test('a NetworkManager keyfile keeps the semicolons of a list', (t) => {
  const {sections} = readIni(
    '[main]\r\n# c\n[keyfile]\nunmanaged-devices=interface-name:cali*;interface-name:tunl*\n',
    'keyfile',
  )
  const found = iniValue(sections, 'keyfile', 'unmanaged-devices')
  t.deepEqual(found, {value: 'interface-name:cali*;interface-name:tunl*', line: 4})
  t.deepEqual(keyfileList(found?.value ?? '', ';,'), ['interface-name:cali*', 'interface-name:tunl*'])
})

test('an ini file ends values at a comment and unquotes them', (t) => {
  const {sections, problems} = readIni(
    'a=1\n[s]\nb = 2 ; why\nc="x ; y"\nd=\'7\'\nnonsense\nb=3\n[__proto__]\ne=1',
    'ini',
  )
  t.deepEqual(iniValue(sections, '', 'a'), {value: '1', line: 1})
  t.deepEqual(sections.get('s')?.get('b'), [
    {value: '2', line: 3},
    {value: '3', line: 7},
  ])
  t.is(iniValue(sections, 's', 'c')?.value, 'x ; y')
  t.is(iniValue(sections, 's', 'd')?.value, '7')
  t.is(iniValue(sections, '__proto__', 'e')?.value, '1')
  t.deepEqual(problems, [{message: 'Neither a section nor a key', line: 6, column: 1}])
})

test('values read back with their lines', (t) => {
  const value = fc.stringMatching(/^[^\n\r]*$/).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const {sections} = readIni(`[s]\n${values.map((text) => `k=${text}`).join('\n')}`, 'keyfile')
      t.deepEqual(
        sections.get('s')?.get('k') ?? [],
        values.map((text, index) => ({value: text, line: index + 2})),
      )
    }),
  )
})

test('list items, their separators escaped, read back', (t) => {
  const item = fc.stringMatching(/^[a-z;:*]+$/)
  fc.assert(
    fc.property(fc.array(item), (items) => {
      t.deepEqual(keyfileList(items.map((text) => text.replaceAll(';', '\\;')).join(';')), items)
    }),
  )
})
