import {iptablesSaveAnswers, sysctlAnswers, systemctlCatAnswers, unameAnswers} from './bundle-answers.ts'
import type {BundleLayout, Told} from './bundle-layout.ts'

const copies: Readonly<Record<string, string>> = {
  '/networking/resolv.conf': '/etc/resolv.conf',
  '/storage/fstab.txt': '/etc/fstab',
  '/kubelet/config.json': '/etc/kubernetes/kubelet/config.json',
  '/kubelet/config.json.d': '/etc/kubernetes/kubelet/config.json.d',
  '/kubelet/kubelet-config.json': '/etc/kubernetes/kubelet/kubelet-config.json',
  '/cni': '/etc/cni/net.d',
}

/** What the log collector of EKS packs: few copies, mostly outputs of commands, modes and owners lost. */
export const eksLogs: BundleLayout = {
  kind: 'EKS log bundle',
  markers: ['/kernel/uname.txt', '/kubelet', '/networking', '/sysctls', '/var_log'],
  mode: 'snapshot',
  keepsStatus: false,
  hostPath(path) {
    const [from, to] = Object.entries(copies).find(([from]) => path === from || path.startsWith(`${from}/`)) ?? []
    return from === undefined || to === undefined ? undefined : to + path.slice(from.length)
  },
  whole: [],
  except: [],
  answers: [
    {from: /^\/kernel\/uname\.txt$/, read: unameAnswers},
    {from: /^\/sysctls\/sysctl_all\.txt$/, read: sysctlAnswers},
    {from: /^\/networking\/iptables-save\.txt$/, read: iptablesSaveAnswers('iptables-save')},
    {from: /^\/kubelet\/kubelet_service\.txt$/, read: systemctlCatAnswers},
    {from: /^\/system\/selinux\.txt$/, read: selinuxAnswers},
  ],
}

function selinuxAnswers(text: string): Told {
  const mode = /^SELinux mode:\s+(Enforcing|Permissive|Disabled)\s*$/.exec(text)?.[1]
  return mode === undefined ? {} : {commands: [{argv: ['getenforce'], stdout: `${mode}\n`}]}
}
