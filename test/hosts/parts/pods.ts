import type {SnapshotFile} from '../../../src/host/snapshot-document.ts'
import {directory, type Files, link} from './files.ts'

/** A config map in a pod's volume, written as the kubelet writes it: a dated directory behind the link `..data`. */
export function configMap(pod: string, volume: string, data: Readonly<Record<string, string>>): Files {
  const place = `/var/lib/kubelet/pods/${pod}/volumes/kubernetes.io~configmap/${volume}`
  const dated = '..2026_02_20_06_30_00.1718281828'
  return {
    [`${place}/..data`]: link(dated),
    ...Object.fromEntries(Object.entries(data).map(([name, text]) => [`${place}/${dated}/${name}`, text])),
    ...Object.fromEntries(Object.keys(data).map((name) => [`${place}/${name}`, link(`..data/${name}`)])),
  }
}

/** kube-proxy of kubeadm in its pod: the configuration it has mounted. */
export function kubeProxyPod(clusterCidr: string, mode = ''): Files {
  return configMap('2a6c1e0f-5b1d-4c39-9d35-0f5c7a1be001', 'kube-proxy', {
    'config.conf': `apiVersion: kubeproxy.config.k8s.io/v1alpha1
bindAddress: 0.0.0.0
clientConnection:
  kubeconfig: /var/lib/kube-proxy/kubeconfig.conf
clusterCIDR: ${clusterCidr}
conntrack:
  maxPerCore: null
kind: KubeProxyConfiguration
mode: "${mode}"
`,
  })
}

/** The sandbox of a pod with an address, as containerd and its shim show it. */
export function containerdSandbox(pid: number, id: string): Files {
  const words = [
    '/usr/bin/containerd-shim-runc-v2',
    '-namespace',
    'k8s.io',
    '-id',
    id,
    '-address',
    '/run/containerd/containerd.sock',
  ]
  return {
    [`/run/containerd/io.containerd.runtime.v2.task/k8s.io/${id}`]: directory,
    [`/proc/${pid}/comm`]: 'containerd-shim\n',
    [`/proc/${pid}/cmdline`]: words.map((word) => `${word}\0`).join(''),
    [`/proc/${pid}/cgroup`]: '0::/system.slice/containerd.service\n',
  }
}

/** A pod with a service account token under SELinux: its volume, the mount of it and the container's process. */
export function confinedPod(pid: number, cgroup: string, isProjected: boolean): {files: Files; mount: string} {
  const uid = '3c0a5f52-0f6f-41eb-9a3c-020000000003'
  const volume = isProjected
    ? 'kubernetes.io~projected/kube-api-access-zx9cv'
    : 'kubernetes.io~secret/default-token-zx9cv'
  const place = `/var/lib/kubelet/pods/${uid}/volumes/${volume}`
  const selinux = 'system_u:object_r:container_file_t:s0:c12,c34'
  const dated = '..2026_02_20_06_31_00.123456789'
  const file = (given: SnapshotFile): SnapshotFile => ({...given, selinux})
  return {
    files: {
      [place]: file({directory: true, mode: '1777'}),
      [`${place}/${dated}`]: file({directory: true}),
      [`${place}/..data`]: file(link(dated)),
      ...Object.fromEntries(
        ['ca.crt', 'namespace', 'token'].flatMap((name) => [
          [`${place}/${dated}/${name}`, file({size: 11, base64: ''})],
          [`${place}/${name}`, file(link(`..data/${name}`))],
        ]),
      ),
      [`/proc/${pid}/comm`]: 'app\n',
      [`/proc/${pid}/cmdline`]: '/app\0',
      [`/proc/${pid}/cgroup`]: `1:name=systemd:${cgroup.replace('UID', uid.replaceAll('-', '_'))}\n0::${cgroup.replace('UID', uid.replaceAll('-', '_'))}\n`,
      [`/proc/${pid}/attr/current`]: 'system_u:system_r:container_t:s0:c12,c34\0',
      [`/proc/${pid}/mountinfo`]: `401 400 0:61 / / rw,relatime - overlay overlay rw,seclabel
402 401 8:1 /var/lib/kubelet/pods/${uid}/etc-hosts /etc/hosts rw,relatime - xfs /dev/sda1 rw,seclabel
403 401 0:55 / /run/secrets/kubernetes.io/serviceaccount ro,relatime - tmpfs tmpfs rw,seclabel
`,
    },
    mount: `90 25 0:55 / ${place} rw,relatime shared:40 - tmpfs tmpfs rw,seclabel\n`,
  }
}
