import {type Answers, answer, directory, type Files, link} from './files.ts'

/** What a running Linux with systemd is, apart from what is installed on it. */
export interface Machine {
  readonly osRelease: string
  readonly kernel: string
  readonly cgroups: 1 | 2
  readonly rootType: 'ext4' | 'xfs'
  /** The extended options of mounts where SELinux labels files. */
  readonly isLabelled?: boolean
  /** Modules that are built in, and those that are loaded; each a path below the modules of the kernel. */
  readonly builtin: readonly string[]
  readonly loaded: readonly string[]
  readonly modulesDirectory: string
  readonly bootOptions?: string
  readonly sysctls?: Readonly<Record<string, string>>
}

const bootedAt = Date.parse('2026-02-20T06:00:00Z') / 1000

/** The files of /proc, /sys and /etc that tell of the machine and its kernel, and the answers of uname. */
export function machine(of: Machine): {files: Files; commands: Answers} {
  const {kernel, rootType} = of
  const names = of.loaded.map((path) => /([^/]+)\.ko/.exec(path)?.[1]?.replaceAll('-', '_') ?? path)
  const sysctls = {
    'kernel/osrelease': kernel,
    'kernel/hostname': 'node-1',
    'kernel/pid_max': '4194304',
    'net/ipv4/ip_forward': '1',
    'net/bridge/bridge-nf-call-iptables': '1',
    'net/bridge/bridge-nf-call-ip6tables': '1',
    'fs/inotify/max_user_instances': '8192',
    'fs/inotify/max_user_watches': '524288',
    ...of.sysctls,
  }
  const modules = `${of.modulesDirectory}/${kernel}`
  return {
    files: {
      '/usr/lib/os-release': of.osRelease,
      '/etc/os-release': link('../usr/lib/os-release'),
      '/etc/hostname': 'node-1\n',
      '/etc/hosts': '127.0.0.1 localhost\n10.0.0.11 node-1\n',
      '/etc/passwd': 'root:x:0:0:root:/root:/bin/bash\n',
      '/etc/machine-id': '8f0b1c55d2a94d0fb0c2a4e07f2a91d3\n',
      '/etc/fstab': `/dev/sda1 / ${rootType} defaults 0 1\n`,
      '/run/systemd/system': directory,
      '/proc/1/comm': 'systemd\n',
      '/proc/1/cmdline': '/usr/lib/systemd/systemd\0--switched-root\0--system\0',
      '/proc/cmdline': `BOOT_IMAGE=/boot/vmlinuz-${kernel} root=/dev/sda1 ro ${of.bootOptions ?? ''}`
        .trimEnd()
        .concat('\n'),
      '/proc/stat': `cpu  1 0 1 1 0 0 0 0 0 0\nbtime ${bootedAt}\n`,
      '/proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n',
      '/proc/filesystems': `nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\nnodev\tcgroup\nnodev\tcgroup2\nnodev\toverlay\n\t${rootType}\n`,
      '/proc/modules': names.map((name) => `${name} 16384 0 - Live 0x0000000000000000\n`).join(''),
      '/sys/devices/system/cpu/online': '0-3\n',
      '/sys/kernel': directory,
      ...Object.fromEntries(Object.entries(sysctls).map(([key, value]) => [`/proc/sys/${key}`, `${value}\n`])),
      [`${modules}/modules.builtin`]: of.builtin.map((path) => `kernel/${path}\n`).join(''),
      [`${modules}/modules.dep`]: of.loaded.map((path) => `kernel/${path}:\n`).join(''),
      ...Object.fromEntries(of.loaded.map((path) => [`${modules}/kernel/${path}`, {size: 40_000, base64: ''}])),
      ...mounts(of),
    },
    commands: [answer(['uname', '-r'], `${kernel}\n`), answer(['uname', '-m'], 'x86_64\n')],
  }
}

function mounts({rootType, cgroups, isLabelled}: Machine): Files {
  const label = isLabelled ? ',seclabel' : ''
  const controllers = ['cpu,cpuacct', 'cpuset', 'memory', 'pids', 'devices', 'freezer', 'blkio', 'hugetlb']
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['/', rootType, '/dev/sda1', 'rw,relatime'],
    ['/proc', 'proc', 'proc', 'rw,nosuid,nodev,noexec,relatime'],
    ['/sys', 'sysfs', 'sysfs', 'rw,nosuid,nodev,noexec,relatime'],
    ...(isLabelled ? [['/sys/fs/selinux', 'selinuxfs', 'selinuxfs', 'rw,nosuid,noexec,relatime'] as const] : []),
    ['/run', 'tmpfs', 'tmpfs', 'rw,nosuid,nodev,mode=755'],
    ...(cgroups === 2
      ? [['/sys/fs/cgroup', 'cgroup2', 'cgroup2', 'rw,nosuid,nodev,noexec,relatime'] as const]
      : [
          ['/sys/fs/cgroup', 'tmpfs', 'tmpfs', 'ro,nosuid,nodev,noexec,mode=755'] as const,
          ['/sys/fs/cgroup/systemd', 'cgroup', 'cgroup', 'rw,nosuid,nodev,noexec,relatime,xattr,name=systemd'] as const,
          ...controllers.map(
            (each) =>
              [`/sys/fs/cgroup/${each}`, 'cgroup', 'cgroup', `rw,nosuid,nodev,noexec,relatime,${each}`] as const,
          ),
        ]),
  ]
  const isFile = (type: string) => type === rootType || type === 'tmpfs'
  const line = ([point, type, device, options]: (typeof rows)[number], index: number) =>
    `${25 + index} ${index === 0 ? 1 : 25} ${index === 0 ? '8:1' : `0:${20 + index}`} / ${point} ${options} shared:${index + 1} - ${type} ${device} rw${isFile(type) ? label : ''}\n`
  const controllerNames = controllers.flatMap((each) => each.split(','))
  return {
    '/proc/self/mountinfo': rows.map(line).join(''),
    '/proc/mounts': rows
      .map(
        ([point, type, device, options]) => `${device} ${point} ${type} ${options}${isFile(type) ? label : ''} 0 0\n`,
      )
      .join(''),
    '/proc/cgroups': `#subsys_name\thierarchy\tnum_cgroups\tenabled\n${controllerNames.map((name, index) => `${name}\t${cgroups === 2 ? 0 : index + 2}\t60\t1\n`).join('')}`,
    ...(cgroups === 2
      ? {'/sys/fs/cgroup/cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc\n'}
      : Object.fromEntries(controllers.map((each) => [`/sys/fs/cgroup/${each}`, directory]))),
  }
}

/** A process that a unit of systemd started, twenty minutes after the boot. */
export function daemon(pid: number, unit: string, argv: readonly string[], slice = 'system.slice'): Files {
  const [name = ''] = argv
  const comm = name.slice(name.lastIndexOf('/') + 1).slice(0, 15)
  return {
    [`/proc/${pid}/comm`]: `${comm}\n`,
    [`/proc/${pid}/cmdline`]: argv.map((word) => `${word}\0`).join(''),
    [`/proc/${pid}/environ`]: 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin\0',
    [`/proc/${pid}/cgroup`]: `1:name=systemd:/${slice}/${unit}\n0::/${slice}/${unit}\n`,
    [`/proc/${pid}/stat`]: `${pid} (${comm}) S 1 ${pid} ${pid} 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 120000 0 0\n`,
  }
}

/** A unit in the directory of packages, enabled at boot and running. */
export function startedUnit(name: string, content: string, place = '/usr/lib/systemd/system'): Files {
  return {
    ...installedUnit(name, content, place),
    [`/etc/systemd/system/multi-user.target.wants/${name}`]: link(`${place}/${name}`),
    [`/run/systemd/units/invocation:${name}`]: link('5a1f7e1c9d2b4c0e8a6f3b2d1c0e9f8a'),
  }
}

/** A unit as a package leaves it, written before the machine booted. */
export function installedUnit(name: string, content: string, place = '/usr/lib/systemd/system'): Files {
  return {[`${place}/${name}`]: written(content)}
}

/** A file that is older than everything that runs. */
export function written(content: string) {
  return {content, mtime: '2026-02-19T12:00:00Z'}
}
