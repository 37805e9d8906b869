import test from 'ava'
import fc from 'fast-check'
import * as modules from '../../src/text/modules.ts'

test('modules.dep and modules.builtin', (t) => {
  const installed = modules.readModulesDep(
    'kernel/net/bridge/br_netfilter.ko.xz: kernel/net/bridge/bridge.ko.xz kernel/net/802/stp.ko.xz\nkernel/fs/nls/nls-x.ko\n',
  )
  t.deepEqual(Object.fromEntries(installed), {
    br_netfilter: {path: 'kernel/net/bridge/br_netfilter.ko.xz', dependencies: ['bridge', 'stp'], line: 1},
    nls_x: {path: 'kernel/fs/nls/nls-x.ko', dependencies: [], line: 2},
  })
})

test('/proc/modules', (t) => {
  const loaded = modules.readProcModules(
    'br_netfilter 32768 0 - Live 0x0000000000000000\nbridge 307200 1 br_netfilter, Live 0x0\n',
  )
  t.deepEqual(loaded.get('br_netfilter'), {sizeBytes: 32768, users: [], state: 'Live', line: 1})
  t.deepEqual(loaded.get('bridge')?.users, ['br_netfilter'])
})

test('modprobe.d', (t) => {
  const commands = modules.readModprobeConf(
    '# c\nblacklist nf-tables\noptions a \\\n  b=1\ninstall overlay /bin/true\n',
  )
  t.deepEqual(commands, [
    {command: 'blacklist', module: 'nf_tables', argument: '', line: 2},
    {command: 'options', module: 'a', argument: 'b=1', line: 3},
    {command: 'install', module: 'overlay', argument: '/bin/true', line: 5},
  ])
  t.deepEqual(commands.map(modules.installsNothing), [false, false, true])
})

test('an install line may do nothing or something, for one module or many', (t) => {
  const [one] = modules.readModprobeConf('install nf-* /sbin/modprobe --ignore-install nf_tables; true')
  if (!one) return t.fail()
  t.false(modules.installsNothing(one))
  t.true(modules.concernsModule(one, 'nf-tables'))
  t.false(modules.concernsModule(one, 'overlay'))
  for (const argument of ['/bin/false', '/usr/bin/true', 'true', '/bin/true # no']) {
    t.true(modules.installsNothing({...one, argument}), argument)
  }
  t.false(modules.installsNothing({...one, argument: '/bin/trueish'}))
})

test('modules-load.d', (t) => {
  t.deepEqual(modules.readModulesLoad('# c\n; c\n\noverlay\n br-netfilter \n'), [
    {name: 'overlay', line: 4},
    {name: 'br_netfilter', line: 5},
  ])
})

test('a name is the same in every spelling', (t) => {
  const name = fc.stringMatching(/^[a-z0-9_]{1,8}$/)
  const suffix = fc.constantFrom('', '.ko', '.ko.gz', '.ko.xz', '.ko.zst')
  fc.assert(
    fc.property(name, suffix, (module, ending) => {
      t.is(modules.moduleName(`kernel/net/${module.replaceAll('_', '-')}${ending}`), module)
    }),
  )
})

test('modules.dep reads back line by line', (t) => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(fc.uniqueArray(name, {maxLength: 5}), (names) => {
      const text = names.map((each) => `kernel/${each}.ko: ${names.map((other) => `kernel/${other}.ko`).join(' ')}`)
      const read = modules.readModulesDep(text.join('\n'))
      t.deepEqual([...read.keys()], names)
      for (const [index, each] of names.entries()) t.like(read.get(each), {dependencies: names, line: index + 1})
    }),
  )
})
