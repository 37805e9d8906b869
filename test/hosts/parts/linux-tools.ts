import {type Files, programs} from './files.ts'

/** Programs of every server installation that a node calls, in /usr/bin and /usr/sbin, with about their sizes. */
export const baseTools: Files = {
  ...programs('/usr/bin', {
    bash: 1_446_024,
    cp: 141_824,
    kill: 30_952,
    mount: 51_584,
    nsenter: 35_112,
    touch: 97_152,
    umount: 39_296,
  }),
  ...programs('/usr/sbin', {
    'fsck.ext4': 360_000,
    'mkfs.ext4': 160_000,
    'mkfs.xfs': 450_000,
    blkid: 59_368,
    ethtool: 400_000,
    fsck: 55_384,
    ip: 773_000,
    losetup: 79_896,
    modprobe: 170_000,
    tc: 700_000,
    tune2fs: 120_000,
    resize2fs: 72_000,
    xfs_growfs: 60_000,
    xfs_repair: 700_000,
  }),
  '/usr/bin/sh': {symlink: 'bash'},
}

/** The plugins of containernetworking/plugins at about their sizes, in a directory. */
export function referencePlugins(place: string, names: readonly string[] = allPlugins): Files {
  return programs(place, Object.fromEntries(names.map((name, index) => [name, 3_900_000 + index * 4_096])))
}

const allPlugins = [
  'bandwidth',
  'bridge',
  'dhcp',
  'dummy',
  'firewall',
  'host-device',
  'host-local',
  'ipvlan',
  'loopback',
  'macvlan',
  'portmap',
  'ptp',
  'sbr',
  'static',
  'tap',
  'tuning',
  'vlan',
  'vrf',
]
