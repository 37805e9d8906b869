import type {SnapshotDocument, SnapshotFile} from '../../src/host/snapshot-document.ts'
import {parseIpLinks, parseIpRoutes} from '../../src/text/ip-json.ts'
import {paxOf, type Written} from './tar-writer.ts'

/** What the plugins of sos 4.8 copy for a node of Kubernetes. */
const copied = [
  '/etc/(?:sysctl\\.conf|sysctl\\.d|modprobe\\.d|fstab|hosts|hostname|nsswitch\\.conf|resolv\\.conf|os-release|systemd)',
  '/etc/(?:kubernetes(?!/pki)|containerd|cni/net\\.d|docker/daemon\\.json|crio|selinux|netplan)',
  '/(?:usr/)?lib/(?:sysctl\\.d|systemd/system)',
  '/usr/lib/os-release',
  '/run/(?:systemd/(?:system|generator[.a-z]*|resolve)|flannel)',
  '/proc/(?:modules|cmdline|mounts|stat|swaps|cgroups|meminfo|cpuinfo|net|self/mountinfo)',
  '/var/lib/kubelet/(?:config\\.yaml|kubeadm-flags\\.env)',
  '/boot/config-',
]
const isCopied = new RegExp(`^(?:${copied.join('|')})(?:/|$|(?<=-))`)

/** The members of a sosreport as it would have been taken on a recorded host: what is copied, and texts in place of answers. */
export function sosOf({host, files = {}, commands = []}: SnapshotDocument): readonly Written[] {
  const all = new Map(Object.entries(files).map(([path, file]) => [path, fileOf(file)] as const))
  const text = (path: string): string => all.get(path)?.content ?? ''
  const answer = (...argv: readonly string[]): string =>
    commands.find((command) => command.argv.join(' ') === argv.join(' '))?.stdout ?? ''
  const output = (name: string, content: string): readonly Written[] =>
    content === '' ? [] : [{name: `sos_commands/${name}`, content}]
  const release = answer('uname', '-r').trim()
  const machine = answer('uname', '-m').trim()
  return [
    {name: 'version.txt', content: 'sosreport: 4.8\n'},
    {name: 'sos_reports/manifest.json', content: JSON.stringify(manifest(all))},
    ...[...all].flatMap(([path, file]) => (isCopied.test(path) ? memberOf(path, file) : [])),
    {name: 'lib', flag: '2', target: 'usr/lib'},
    ...output('kernel/uname_-a', `Linux ${host.name} ${release} #1 SMP ${machine} ${machine} ${machine} GNU/Linux\n`),
    ...output('kernel/sysctl_-a', sysctls(all)),
    ...output('systemd/systemctl_list-unit-files', unitFiles(all)),
    ...output('systemd/systemctl_show_service_--all', 'FragmentPath=/usr/lib/systemd/system/dbus.service\n'),
    ...output('networking/ip_-d_address', addresses(answer('ip', '-j', 'addr'))),
    ...output('networking/ip_route_show_table_all', routes(answer('ip', '-j', 'route', 'show', 'table', 'all'))),
    ...output('filesys/mount_-l', 'mount\n'),
    ...output('selinux/sestatus', selinux(text('/sys/fs/selinux/enforce'))),
    {
      name: 'proc/filesystems',
      content: `nodev\tproc\n${all.has('/sys/fs/selinux/enforce') ? 'nodev\tselinuxfs\n' : ''}`,
    },
    ...output('kubernetes/kubectl_version', 'v1\n'),
    ...output('docker/docker_info', all.has('/usr/bin/dockerd') ? 'Client:\n' : ''),
    ...output('process/ps_alxwww', processes(all)),
    ...output('process/ps_axo_pid_ppid_user_group_lwp_nlwp_start_time_comm_cgroup', groups(all)),
    ...output('dpkg/dpkg_-l', packages(text('/var/lib/dpkg/status'))),
  ]
}

const fileOf = (file: string | SnapshotFile): SnapshotFile => (typeof file === 'string' ? {content: file} : file)

function memberOf(path: string, file: SnapshotFile): readonly Written[] {
  const name = path.slice(1)
  const status = file.mode === undefined ? {} : {mode: Number.parseInt(file.mode, 8)}
  const pax = name.length > 99 ? [paxOf('path', name)] : []
  if (file.symlink !== undefined) return [...pax, {name: name.slice(0, 99), flag: '2', target: file.symlink}]
  if (file.directory) return [...pax, {name: `${name.slice(0, 98)}/`, flag: '5', mode: 0o755, ...status}]
  return file.content === undefined ? [] : [...pax, {name: name.slice(0, 99), content: file.content, ...status}]
}

function selinux(enforce: string): string {
  const mode = enforce.trim() === '1' ? 'enforcing' : 'permissive'
  return enforce === '' ? '' : `SELinux status:                 enabled\nCurrent mode:                   ${mode}\n`
}

type Files = ReadonlyMap<string, SnapshotFile>

/** The directories that the manifest lists as copied. */
function manifest(all: Files): object {
  const directories = ['/etc/containerd/', '/etc/cni/net.d/', '/etc/crio/crio.conf.d/', '/etc/netplan']
  const files = directories.map((specification) => {
    const inside = [...all.keys()].filter((path) => path.startsWith(specification.replace(/\/?$/, '/')))
    return {specification, files_copied: inside}
  })
  return {components: {report: {plugins: {containerd: {timeout_hit: false, files, commands: []}}}}}
}

function sysctls(all: Files): string {
  const values = [...all].filter(([path]) => path.startsWith('/proc/sys/'))
  return values
    .map(([path, {content = ''}]) => {
      const name = path.slice('/proc/sys/'.length).replace(/[/.]/g, (mark) => (mark === '/' ? '.' : '/'))
      return `${name} = ${content.trimEnd()}\n`
    })
    .join('')
}

function unitFiles(all: Files): string {
  const paths = [...all.keys()].filter((path) => /\/systemd\/system\/[^/]+\.[a-z]+$/.test(path))
  const names = [...new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1)))]
  const rows = names.map((name) => `${name} enabled enabled\n`)
  return `UNIT FILE STATE PRESET\n${rows.join('')}\n${names.length} unit files listed.\n`
}

function addresses(json: string): string {
  const parsed = parseIpLinks(json)
  const links = parsed.ok ? parsed.value : []
  return links
    .map(({index, name, flags, mtu, master, operstate, address, addresses: own}) => {
      const owner = master === undefined ? '' : ` master ${master}`
      const first = `${index}: ${name}: <${flags.join()}> mtu ${mtu} qdisc noqueue${owner} state ${operstate} group default \n`
      const link = `    link/ether ${address} brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535 \n`
      const rows = own.map(({family, address: local, prefix, scope}) => {
        const kind = family === 4 ? 'inet' : 'inet6'
        return `    ${kind} ${local}/${prefix} scope ${scope} ${name}\n       valid_lft forever preferred_lft forever\n`
      })
      return [first, address === '' ? '    link/none \n' : link, ...rows].join('')
    })
    .join('')
}

function routes(json: string): string {
  const parsed = parseIpRoutes(json)
  const rows = parsed.ok ? parsed.value : []
  return rows
    .map(({destination, type, table, device, gateway, preferredSource, protocol, scope, metric, flags}) =>
      [
        type === 'unicast' ? '' : type,
        destination,
        gateway === undefined ? '' : `via ${gateway}`,
        device === undefined ? '' : `dev ${device}`,
        table === 'main' ? '' : `table ${table}`,
        protocol === 'boot' ? '' : `proto ${protocol}`,
        scope === 'global' ? '' : `scope ${scope}`,
        preferredSource === undefined ? '' : `src ${preferredSource}`,
        metric === undefined ? '' : `metric ${metric}`,
        ...flags,
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    .map((row) => `${row} \n`)
    .join('')
}

const pidsOf = (all: Files): readonly string[] =>
  [...all.keys()].flatMap((path) => /^\/proc\/(\d+)\/cmdline$/.exec(path)?.[1] ?? [])

function processes(all: Files): string {
  const rows = pidsOf(all).map((pid) => {
    const content = all.get(`/proc/${pid}/cmdline`)?.content ?? ''
    const comm = all.get(`/proc/${pid}/comm`)?.content?.trim() ?? ''
    const command = content === '' ? `[${comm}]` : content.replace(/\0+$/, '').replaceAll('\0', ' ')
    return `4 0 ${pid} 1 20 0 ${content === '' ? 0 : 9000} 1 ep_pol Ss ? 0:22 ${command}\n`
  })
  const header = 'F   UID     PID    PPID PRI  NI    VSZ   RSS WCHAN  STAT TTY        TIME COMMAND\n'
  return `${header}${rows.join('')}4 0 99999 1 20 0 10 1 - R ? 0:00 ps alxwww\n`
}

function groups(all: Files): string {
  const rows = pidsOf(all).map((pid) => {
    const comm = all.get(`/proc/${pid}/comm`)?.content?.trim() ?? 'x'
    const own = all.get(`/proc/${pid}/cgroup`)?.content?.trim().replaceAll('\n', ',') ?? '0::/init.scope'
    return `${pid} 1 root root ${pid} 1 18:58 ${comm} ${own}\n`
  })
  const wide = `7 1 root root 7 1 18:58 wide 0::/system.slice/${'x'.repeat(160)}\n`
  return `    PID    PPID USER     GROUP        LWP NLWP START COMMAND         CGROUP\n${rows.join('')}${wide}`
}

function packages(status: string): string {
  const rows = status.split('\n\n').flatMap((paragraph) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1]
    const isInstalled = field('Status')?.endsWith(' installed')
    return isInstalled ? [`ii  ${field('Package')} ${field('Version')} amd64 of a test\n`] : []
  })
  if (rows.length === 0) return ''
  return `||/ Name                 Version              Architecture Description\n+++-====================-====================-============-===\n${rows.join('')}`
}
