import test from 'ava'
import {mountLabels} from '../../src/evaluators/mount-labels.ts'
import {probeOf} from './probe-of.ts'

const label = async (files: Parameters<typeof probeOf>[0], path: string) => {
  const found = (await mountLabels(probeOf(files)))(path)
  return found && {type: found.context.type, level: found.context.level, source: found.source}
}

test('context= labels all files of the closest mount, whatever lies above', async (t) => {
  const files = {
    '/proc/self/mountinfo':
      '1 0 8:1 / / rw - xfs /dev/sda rw,seclabel\n2 1 8:2 / /data rw - xfs /dev/sdb rw,context="system_u:object_r:container_file_t:s0:c1,c2"\n3 2 8:3 / /data/own rw - xfs /dev/sdc rw,seclabel,rootcontext=system_u:object_r:mnt_t:s0\n',
    '/etc/fstab': '/dev/sda / xfs context=system_u:object_r:usr_t:s0 0 0\n',
  }
  const source = {kind: 'file', path: '/proc/self/mountinfo', line: 2}
  t.deepEqual(await label(files, '/data/docker'), {type: 'container_file_t', level: 's0:c1,c2', source})
  t.is(await label(files, '/data/own/x'), undefined)
  t.is(await label(files, '/var'), undefined)
})

test('without a list of mounts fstab tells', async (t) => {
  const files = {
    '/etc/fstab': '# comment\n/dev/sdb /data xfs defaults,context=system_u:object_r:container_var_lib_t:s0 0 0\n',
  }
  const source = {kind: 'file', path: '/etc/fstab', line: 2}
  t.deepEqual(await label(files, '/data'), {type: 'container_var_lib_t', level: 's0', source})
  t.is(await label({}, '/data'), undefined)
})
