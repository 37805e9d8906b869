import {iptablesSaveAnswers, sysctlAnswers, unameAnswers, versionAnswers} from './bundle-answers.ts'
import type {BundleLayout, Whole} from './bundle-layout.ts'

/** Paths that a plugin of sos copies whole, in every version from 3.9 on; its commands come after, so they prove that it copied. */
const plugin = (name: string, ...paths: readonly string[]): Whole => ({witnesses: [`/sos_commands/${name}`], paths})

const programs = ['containerd', 'runc', 'crio', 'kubelet', 'conntrack', 'iptables']

/** An archive of sos: files below their own paths, outputs of commands in `sos_commands/<plugin>/`. */
export const sosreport: BundleLayout = {
  kind: 'sosreport',
  markers: ['/sos_commands', '/sos_reports', '/version.txt'],
  mode: 'snapshot',
  keepsStatus: true,
  hostPath: (path) => (ofHost.test(path) ? path : undefined),
  whole: [
    plugin('kernel', '/etc/sysctl.conf', '/etc/sysctl.d', '/etc/modprobe.d', '/lib/modprobe.d', '/lib/sysctl.d'),
    plugin('systemd', '/etc/systemd', '/lib/systemd/system', '/run/systemd/system'),
    plugin('networking', '/etc/hosts', '/etc/nsswitch.conf', '/etc/resolv.conf'),
    plugin('filesys', '/etc/fstab'),
    plugin('containerd', '/etc/containerd', '/etc/cni/net.d'),
    plugin('kubernetes', '/etc/kubernetes', '/var/lib/kubelet/config.yaml', '/var/lib/kubelet/kubeadm-flags.env'),
    plugin('docker', '/etc/docker/daemon.json'),
  ],
  except: ['/etc/kubernetes/pki'],
  answers: [
    {from: /^\/sos_commands\/kernel\/uname_-a$/, read: unameAnswers},
    {from: /^\/sos_commands\/kernel\/sysctl_-a$/, read: sysctlAnswers},
    ...['iptables-save', 'ip6tables-save'].map((program) => ({
      from: new RegExp(`^/sos_commands/[^/]+/${program}$`),
      read: iptablesSaveAnswers(program),
    })),
    ...programs.map((program) => ({
      from: new RegExp(`^/sos_commands/[^/]+/${program}_--version$`),
      read: versionAnswers(program),
    })),
  ],
}

const ofHost = /^\/(?:boot|dev|etc|home|lib|lib64|opt|proc|root|run|srv|sys|usr|var|bin|sbin)(?:$|\/)/
