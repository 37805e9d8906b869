import test from 'ava'
import {nearest} from '../../src/text/nearest.ts'

test('finds what a misspelt word meant', (t) => {
  t.is(nearest('contents', ['content', 'base64', 'size']), 'content')
  t.is(nearest('Simlink', ['symlink', 'size']), 'symlink')
  t.is(nearest('gid', ['uid', 'gid']), 'gid')
})

test('letters that changed places are one mistake', (t) => {
  t.is(nearest('chekc', ['check', 'rules']), 'check')
  t.is(nearest('titel', ['title', 'severity']), 'title')
})

test('a word far from all candidates meant none of them', (t) => {
  t.is(nearest('permissions', ['mode', 'size']), undefined)
  t.is(nearest('x', []), undefined)
})
