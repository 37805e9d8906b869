import test from 'ava'
import fc from 'fast-check'
import {hasMountOption, mountOf, parseFstab, parseMountinfo} from '../../src/text/mountinfo.ts'

const mountinfo = `25 1 253:0 / / rw,relatime shared:1 - xfs /dev/mapper/rhel-root rw,seclabel,attr2
30 25 0:26 / /sys/fs/cgroup ro,nosuid shared:9 - tmpfs tmpfs ro,seclabel,mode=755
41 25 8:1 /data /var/lib/my\\040dir rw - ext4 /dev/sda1 rw,context="system_u:object_r:container_file_t:s0:c1,c2"
42 25 0:50 / /var/lib rw shared:2 master:3 - nfs4 server:/x rw
43 25 0:51 / /var/lib rw - overlay overlay rw
broken line
`

test('fields of mountinfo', (t) => {
  const mounts = parseMountinfo(mountinfo)
  t.is(mounts.length, 5)
  t.deepEqual(mounts[0], {
    device: '253:0',
    root: '/',
    mountPoint: '/',
    options: ['rw', 'relatime'],
    superOptions: ['rw', 'seclabel', 'attr2'],
    propagation: ['shared:1'],
    fsType: 'xfs',
    source: '/dev/mapper/rhel-root',
    line: 1,
  })
  t.like(mounts[2], {
    root: '/data',
    mountPoint: '/var/lib/my dir',
    propagation: [],
    superOptions: ['rw', 'context="system_u:object_r:container_file_t:s0:c1,c2"'],
  })
})

test('the mount of a path is the longest, then the last', (t) => {
  const mounts = parseMountinfo(mountinfo)
  t.is(mountOf(mounts, '/var/lib/kubelet')?.fsType, 'overlay')
  t.is(mountOf(mounts, '/var/lib/my dir/x')?.fsType, 'ext4')
  t.is(mountOf(mounts, '/var/library')?.fsType, 'xfs')
  t.is(mountOf(mounts, '/')?.fsType, 'xfs')
  t.is(mountOf([], '/'), undefined)
})

test('options of either kind', (t) => {
  const [root, , data] = parseMountinfo(mountinfo)
  t.true(root && hasMountOption(root, 'seclabel'))
  t.true(data && hasMountOption(data, 'context'))
  t.false(root && hasMountOption(root, 'context'))
})

test('fstab', (t) => {
  const mounts = parseFstab('# comment\nUUID=1 /  ext4 defaults,noatime 0 1\n/swap.img\tnone\tswap\tsw\t0 0\n')
  t.deepEqual(
    mounts.map(({source, mountPoint, fsType, options, line}) => [source, mountPoint, fsType, options, line]),
    [
      ['UUID=1', '/', 'ext4', ['defaults', 'noatime'], 2],
      ['/swap.img', 'none', 'swap', ['sw'], 3],
    ],
  )
})

test('any mount point survives the escaping of the kernel', (t) => {
  const point = fc.string({unit: 'binary'}).map((name) => `/${name.replaceAll('\0', '')}`)
  const escaped = (text: string) =>
    text.replace(/[ \t\n\\#]|\p{White_Space}/gu, (character) =>
      [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    )
  fc.assert(
    fc.property(point, (path) => {
      t.is(parseMountinfo(`1 1 0:1 / ${escaped(path)} rw - tmpfs tmpfs rw\n`)[0]?.mountPoint, path)
    }),
  )
})
