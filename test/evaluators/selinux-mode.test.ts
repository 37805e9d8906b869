import test from 'ava'
import {configuredMode, nextBootMode, runningMode} from '../../src/evaluators/selinux-mode.ts'
import {bare, Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const config = (mode: string) => ({'/etc/selinux/config': `# file\nSELINUX=${mode}\nSELINUXTYPE=targeted\n`})
const enforce = (value: string) => ({
  '/sys/fs/selinux/enforce': value,
  '/proc/self/attr/current': 'unconfined_u:unconfined_r:unconfined_t:s0\0',
})

type Files = Parameters<typeof probeOf>[0]
const nextBoot = async (files: Files) => bare(await nextBootMode(probeOf(files)))
const running = async (files: Files) => bare(await runningMode(probeOf(files)))

test('the running mode is what selinuxfs says, disabled without it or without a policy', async (t) => {
  t.is(await running(enforce('1')), 'enforcing')
  t.is(await running(enforce('0')), 'permissive')
  t.is(await running({...enforce('1'), '/proc/self/attr/current': 'kernel\0'}), 'disabled')
  t.is(await running({'/proc/cmdline': 'ro'}), 'disabled')
  t.true((await runningMode(probeOf(config('enforcing')))) instanceof Unknown)
})

test('setenforce lasts until the next boot, which the file decides', async (t) => {
  const probe = probeOf({...config('enforcing'), ...enforce('0'), '/proc/cmdline': 'ro'})
  t.deepEqual(await nextBootMode(probe), await configuredMode(probe))
  t.like(await nextBootMode(probe), {value: 'enforcing', source: {path: '/etc/selinux/config', line: 2}})
})

test('the boot line beats the file, and says so', async (t) => {
  const probe = probeOf({...config('enforcing'), '/etc/kernel/cmdline': 'enforcing=1 ro enforcing=0'})
  t.like(await nextBootMode(probe), {
    value: 'permissive',
    source: {
      path: '/etc/kernel/cmdline',
      overrode: [{value: 'enforcing', source: {kind: 'file', path: '/etc/selinux/config', line: 2}}],
    },
  })
  t.is(await nextBoot({...config('permissive'), '/proc/cmdline': 'enforcing=2'}), 'enforcing')
  t.is(await nextBoot({...config('permissive'), '/proc/cmdline': 'enforcing=yes'}), 'permissive')
  t.is(await nextBoot({...config('enforcing'), '/proc/cmdline': 'enforcing=1 selinux=0'}), 'disabled')
  t.is(await nextBoot({...config('enforcing'), '/proc/cmdline': 'selinux=0 selinux=1'}), 'enforcing')
})

test('a kernel that prefers another module does not enable SELinux', async (t) => {
  const debian = {
    ...config('enforcing'),
    '/proc/sys/kernel/osrelease': '6.1.0-18-amd64\n',
    '/boot/config-6.1.0-18-amd64': 'CONFIG_SECURITY_SELINUX=y\nCONFIG_LSM="landlock,yama,apparmor,selinux,bpf"\n',
  }
  t.is(await nextBoot(debian), 'disabled')
  t.is(await nextBoot({...debian, '/proc/cmdline': 'security=selinux'}), 'enforcing')
  const {'/boot/config-6.1.0-18-amd64': _, ...unbuilt} = debian
  t.is(await nextBoot({...unbuilt, '/etc/os-release': 'ID=ubuntu\nID_LIKE=debian\n'}), 'disabled')
  t.is(await nextBoot({...unbuilt, '/sys/module/apparmor/parameters/enabled': 'Y\n'}), 'disabled')
  t.is(await nextBoot({...unbuilt, '/etc/os-release': 'ID=fedora\n'}), 'enforcing')
  t.is(await nextBoot({...debian, '/proc/cmdline': 'lsm=yama,selinux,apparmor'}), 'enforcing')
  t.is(await nextBoot({...debian, '/proc/cmdline': 'lsm=yama,apparmor security=selinux'}), 'disabled')
})

test('without the file SELinux is not used, unless it runs', async (t) => {
  t.is(await nextBoot({'/proc/cmdline': 'ro'}), 'disabled')
  t.is(await nextBoot(enforce('1')), 'permissive')
  t.is(await nextBoot(config('off')), 'permissive')
})

test('an unreadable file leaves the next mode unknown unless the boot line decides', async (t) => {
  const secret = {'/etc/selinux/config': {unreadable: 'permission denied'}, ...enforce('1')}
  t.true((await nextBootMode(probeOf(secret))) instanceof Unknown)
  t.is(await nextBoot({...secret, '/proc/cmdline': 'selinux=0'}), 'disabled')
})
