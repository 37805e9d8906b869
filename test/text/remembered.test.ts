import test from 'ava'
import {remembered} from '../../src/text/remembered.ts'

function counting(characters?: number) {
  const asked: string[] = []
  const read = remembered((text) => {
    asked.push(text)
    return {text}
  }, characters)
  return {asked, read}
}

test('a text is read once and gives the same value again', (t) => {
  const {asked, read} = counting()
  const value = read('10.0.0.1')
  t.is(read(['10', '0.0.1'].join('.')), value)
  t.not(read('10.0.0.2'), value)
  t.deepEqual(asked, ['10.0.0.1', '10.0.0.2'])
})

test('beyond its bound all are let go, and a longer text is never kept', (t) => {
  const {asked, read} = counting(300)
  read('a')
  read('b')
  read('c')
  read('b')
  read('a')
  t.deepEqual(asked, ['a', 'b', 'c', 'b', 'a'])
  const long = 'x'.repeat(301)
  t.not(read(long), read(long))
})

test('what is no well-formed Unicode is read as it is', (t) => {
  const {read} = counting()
  t.is(read('\ud800').text, '\ud800')
  t.is(read('é – 昌').text, 'é – 昌')
})
