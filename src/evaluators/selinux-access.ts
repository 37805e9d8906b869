import type {Probe} from '../facts/probe.ts'
import {canonicalSelinuxType, readSelinuxContext} from '../text/selinux-context.ts'
import {policyDirectory} from './selinux-file-contexts.ts'

/** The types that runtimes give to containers and to what containers may read. */
export interface ContainerTypes {
  readonly processes: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

/** Reads the policy's lxc_contexts, where runtimes take their labels from (opencontainers/selinux): `probe.once(containerTypes)`. */
export async function containerTypes(probe: Probe): Promise<ContainerTypes> {
  const text = await probe.readFile(`${await probe.once(policyDirectory)}/contexts/lxc_contexts`)
  const labels = text.state === 'read' ? [...text.value.matchAll(/^\s*(process|file|ro_file)\s*=\s*"?([^"\s]+)/gm)] : []
  const typesOf = (isWanted: (key: string) => boolean) =>
    labels.flatMap(([, key = '', label = '']) => {
      const type = isWanted(key) ? readSelinuxContext(label)?.type : undefined
      return type === undefined ? [] : [canonicalSelinuxType(type)]
    })
  return {
    processes: new Set(['container_t', 'container_init_t', 'container_kvm_t', ...typesOf((key) => key === 'process')]),
    files: new Set(['container_file_t', 'container_ro_file_t', ...typesOf((key) => key !== 'process')]),
  }
}

/** Whether SELinux leaves processes of a type free, as those of privileged containers. */
export function isUnconfined(processType: string): boolean {
  return unconfined.has(processType)
}

/**
 * Whether a container process of a type may read files of a type; undefined where only the policy's rules would tell.
 * The types listed are declared by the base policy or container-selinux, which let no plain container read them
 * (container.te at 2.250.0, virt.te of CentOS Stream 9 and 10; kubernetes/kubeadm#215 for CentOS 7).
 */
export function mayRead(types: ContainerTypes, processType: string | undefined, fileType: string): boolean | undefined {
  if (types.files.has(fileType)) return true
  return types.processes.has(processType ?? '') && unreadable.has(fileType) ? false : undefined
}

const unconfined = new Set([
  'spc_t',
  'container_runtime_t',
  'unconfined_t',
  'unconfined_service_t',
  'init_t',
  'initrc_t',
  'kernel_t',
  'kubelet_t',
])

const unreadable = new Set([
  'admin_home_t',
  'cert_t',
  'container_config_t',
  'container_log_t',
  'container_runtime_tmp_t',
  'container_runtime_tmpfs_t',
  'container_var_lib_t',
  'container_var_run_t',
  'default_t',
  'docker_var_lib_t',
  'etc_t',
  'file_t',
  'home_root_t',
  'k3s_data_t',
  'kubelet_var_lib_t',
  'kubernetes_file_t',
  'mnt_t',
  'root_t',
  'tmp_t',
  'tmpfs_t',
  'unlabeled_t',
  'user_home_dir_t',
  'user_home_t',
  'user_tmp_t',
  'var_lib_t',
  'var_log_t',
  'var_run_t',
  'var_t',
])
