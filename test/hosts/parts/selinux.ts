import type {SnapshotFile} from '../../../src/host/snapshot-document.ts'
import {type ContextFileType, findFileContext, readFileContexts} from '../../../src/text/file-contexts.ts'
import {directory, type Files} from './files.ts'

/** The files of an enforcing system, labelled as restorecon labels them by these contexts; /proc, /sys and /run apart. */
export function labelled(files: Files, fileContexts: string): Files {
  const contexts = readFileContexts(fileContexts)
  const places: Files = {...Object.fromEntries(labelledDirectories.map((path) => [path, directory])), ...files}
  const result = Object.entries(places).map(([path, given]): [string, string | SnapshotFile] => {
    const file: SnapshotFile = typeof given === 'string' ? {content: given} : given
    const label = /^\/(?:proc|sys|run)\//.test(path) ? undefined : findFileContext(contexts, path, typeOf(file))?.label
    return [path, label === undefined || file.selinux ? given : {...file, selinux: label}]
  })
  return {
    ...Object.fromEntries(result),
    '/etc/selinux/config': {
      content: 'SELINUX=enforcing\nSELINUXTYPE=targeted\n',
      selinux: 'system_u:object_r:selinux_config_t:s0',
    },
    '/etc/selinux/targeted/contexts/files/file_contexts': {
      content: fileContexts,
      selinux: 'system_u:object_r:file_context_t:s0',
    },
    '/sys/fs/selinux/enforce': '1',
    '/proc/1/attr/current': 'system_u:system_r:init_t:s0\0',
    '/proc/self/attr/current': 'unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023\0',
  }
}

function typeOf({directory: isDirectory, symlink, type}: SnapshotFile): ContextFileType {
  if (isDirectory) return 'directory'
  return symlink === undefined ? (type === 'socket' ? 'socket' : 'file') : 'symlink'
}

const labelledDirectories = [
  '/etc',
  '/etc/cni/net.d',
  '/etc/kubernetes',
  '/etc/kubernetes/manifests',
  '/etc/kubernetes/pki',
  '/opt/cni/bin',
  '/root',
  '/usr',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib/systemd/system',
  '/usr/sbin',
  '/var',
  '/var/lib',
  '/var/lib/kubelet',
  '/var/lib/kubelet/pods',
  '/var/lib/kubelet/pki',
  '/var/log',
]

/** A line of file_contexts; `kind` is `--` for files alone. */
export const context = (pattern: string, type: string, kind = ''): string =>
  [pattern, ...(kind ? [kind] : []), `system_u:object_r:${type}:s0`].join('\t')

/** The specifications of the targeted policy that speak of these hosts, in the order of file_contexts. */
export const targetedContexts = [
  context('/.*', 'default_t'),
  context('/etc/.*', 'etc_t'),
  context('/opt/.*', 'usr_t'),
  context('/usr/.*', 'usr_t'),
  context('/var/.*', 'var_t'),
  context('/root(/.*)?', 'admin_home_t'),
  context('/var/lib(/.*)?', 'var_lib_t'),
  context('/var/log(/.*)?', 'var_log_t'),
  context('/usr/lib(/.*)?', 'lib_t'),
  context('/usr/libexec(/.*)?', 'bin_t'),
  context('/usr/bin(/.*)?', 'bin_t'),
  context('/usr/sbin(/.*)?', 'bin_t'),
  context('/usr/local/bin(/.*)?', 'bin_t'),
  context('/opt/(.*/)?bin(/.*)?', 'bin_t'),
  context('/usr/lib/systemd/system(/.*)?', 'systemd_unit_file_t'),
  context('/etc/systemd/system(/.*)?', 'systemd_unit_file_t'),
  context('/etc/passwd[-+]?', 'passwd_file_t', '--'),
  context('/etc', 'etc_t'),
  context('/usr', 'usr_t'),
  context('/var', 'var_t'),
]
  .join('\n')
  .concat('\n')

/** What container-selinux of Enterprise Linux 9 adds. */
export const containerContexts = [
  context('/usr/s?bin/kubelet.*', 'kubelet_exec_t', '--'),
  context('/usr/s?bin/crio.*', 'container_runtime_exec_t', '--'),
  context('/usr/s?bin/containerd.*', 'container_runtime_exec_t', '--'),
  context('/usr/s?bin/runc', 'container_runtime_exec_t', '--'),
  context('/usr/s?bin/crun', 'container_runtime_exec_t', '--'),
  context('/usr/bin/conmon', 'conmon_exec_t', '--'),
  context('/etc/crio(/.*)?', 'container_config_t'),
  context('/etc/kubernetes(/.*)?', 'kubernetes_file_t'),
  context('/var/lib/containers(/.*)?', 'container_var_lib_t'),
  context('/var/lib/containerd(/.*)?', 'container_var_lib_t'),
  context('/var/lib/crio(/.*)?', 'container_var_lib_t'),
  context('/var/lib/cni(/.*)?', 'container_var_lib_t'),
  context('/var/lib/kubelet(/.*)?', 'container_var_lib_t'),
]
  .join('\n')
  .concat('\n')
