import test from 'ava'
import {foldNames} from '../../../src/reporters/fleet/fold-names.ts'

test('names that count up fold as ClusterShell writes them', (t) => {
  t.deepEqual(foldNames(['node-1', 'node-2', 'node-3', 'node-7', 'db']), ['node-[1-3,7]', 'db'])
  t.deepEqual(foldNames(['w01.example.org', 'w02.example.org']), ['w[01-02].example.org'])
  t.deepEqual(foldNames(['node-9', 'node-10']), ['node-[9-10]'])
})

test('addresses, single names and other widths are left as they are', (t) => {
  t.deepEqual(foldNames(['10.0.0.1', '10.0.0.2']), ['10.0.0.1', '10.0.0.2'])
  t.deepEqual(foldNames(['2001:db8::9', '2001:db8::10']), ['2001:db8::9', '2001:db8::10'])
  t.deepEqual(foldNames(['node-1']), ['node-1'])
  t.deepEqual(foldNames(['n1', 'n01']), ['n1', 'n01'])
})
