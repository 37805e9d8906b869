import {iptablesSaveAnswers, sysctlAnswers, systemctlCatAnswers, unameAnswers} from './bundle-answers.ts'
import {ipRouteAnswers} from './bundle-ip.ts'
import type {BundleLayout} from './bundle-layout.ts'
import {dpkgAnswers, rpmAnswers} from './bundle-packages.ts'
import {psAnswers} from './bundle-ps.ts'
import {modeAnswers} from './bundle-selinux.ts'

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
    {
      from: /^\/system\/selinux\.txt$/,
      read: (text) => modeAnswers(/^SELinux mode:\s+(Enforcing|Permissive|Disabled)\s*$/.exec(text)?.[1]),
    },
    {from: /^\/system\/ps\.txt$/, read: psAnswers},
    {from: /^\/system\/pkglist\.txt$/, read: (text) => ({...dpkgAnswers(text), ...rpmAnswers(text)})},
    {from: /^\/networking\/iproute\.txt$/, read: ipRouteAnswers},
  ],
}
