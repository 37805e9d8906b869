import test from 'ava'
import fc from 'fast-check'
import {effectiveConfFiles} from '../../src/text/conf-files.ts'

const directories = ['/etc/sysctl.d', '/run/sysctl.d', '/usr/lib/sysctl.d']

test('the file name orders, the directory only hides', (t) => {
  const files = [
    {directory: '/etc/sysctl.d', name: '50-k8s.conf'},
    {directory: '/usr/lib/sysctl.d', name: '99-x.conf'},
    {directory: '/usr/lib/sysctl.d', name: '50-k8s.conf'},
    {directory: '/etc/sysctl.d', name: 'README'},
    {directory: '/opt/sysctl.d', name: '00-x.conf'},
  ]
  t.deepEqual(effectiveConfFiles(files, directories), {
    effective: [
      {directory: '/etc/sysctl.d', name: '50-k8s.conf'},
      {directory: '/usr/lib/sysctl.d', name: '99-x.conf'},
    ],
    hidden: [{directory: '/usr/lib/sysctl.d', name: '50-k8s.conf'}],
  })
})

test('names come out once, sorted, from the strongest directory that has them', (t) => {
  const file = fc.record({
    directory: fc.constantFrom(...directories),
    name: fc.constantFrom('a.conf', 'b.conf', 'c.conf'),
  })
  const unique = fc.uniqueArray(file, {selector: ({directory, name}) => `${directory}/${name}`})
  fc.assert(
    fc.property(unique, (files) => {
      const {effective, hidden} = effectiveConfFiles(files, directories)
      t.deepEqual(
        effective.map(({name}) => name),
        [...new Set(files.map(({name}) => name))].sort(),
      )
      t.is(effective.length + hidden.length, files.length)
      for (const loser of hidden) {
        const winner = effective.find(({name}) => name === loser.name)
        t.true(directories.indexOf(winner?.directory ?? '') < directories.indexOf(loser.directory))
      }
    }),
  )
})
