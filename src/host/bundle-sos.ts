import {iptablesSaveAnswers, sysctlAnswers, unameAnswers, versionAnswers} from './bundle-answers.ts'
import {ipAddressAnswers, ipRouteAnswers} from './bundle-ip.ts'
import type {Answers, BundleLayout, Told, Whole} from './bundle-layout.ts'
import {dpkgAnswers, rpmAnswers} from './bundle-packages.ts'
import {cgroupAnswers, psAnswers} from './bundle-ps.ts'
import {filesystemsAnswers, sestatusAnswers} from './bundle-selinux.ts'
import {sosManifestFailures, sosManifestPaths} from './bundle-sos-manifest.ts'
import {unitDirectories} from './bundle-sos-units.ts'

/** Paths that a plugin of sos copies whole, in every version from 4.0 on; its commands come after, so they prove that it copied. */
const plugin = (name: string, ...paths: readonly string[]): Whole => ({witnesses: [`/sos_commands/${name}`], paths})

const generated = ['generator.early', 'generator', 'generator.late'].map((name) => `/run/systemd/${name}`)
const programs = ['containerd', 'runc', 'crio', 'kubelet', 'conntrack', 'iptables']

/** An archive of sos: files below their own paths, outputs of commands in `sos_commands/<plugin>/`. */
export const sosreport: BundleLayout = {
  kind: 'sosreport',
  markers: ['/sos_commands', '/sos_reports', '/version.txt'],
  mode: 'snapshot',
  keepsStatus: true,
  hostPath: (path) => (ofHost.test(path) ? path : undefined),
  whole: [
    plugin('kernel', '/etc/sysctl.conf', '/etc/sysctl.d', '/etc/modprobe.d', '/lib/sysctl.d'),
    plugin('systemd', '/etc/systemd', '/lib/systemd/system', '/run/systemd/system', ...generated),
    plugin('networking', '/etc/hosts', '/etc/nsswitch.conf', '/etc/resolv.conf'),
    plugin('filesys', '/etc/fstab'),
    plugin('kubernetes', '/etc/kubernetes'),
    plugin('docker', '/etc/docker/daemon.json'),
  ],
  except: ['/etc/kubernetes/pki'],
  answers: [
    {from: /^\/sos_reports\/manifest\.json$/, read: manifestAnswers},
    {from: /^\/sos_commands\/systemd\/systemctl_show_service_--all$/, read: unitDirectories},
    {from: /^\/proc\/filesystems$/, read: filesystemsAnswers},
    whole('process', 'ps_alxwww', psAnswers),
    whole('process', 'ps_auxwww', psAnswers),
    whole('process', 'ps_axo_pid.*_cgroup', cgroupAnswers),
    whole('networking', 'ip_-d_address', ipAddressAnswers),
    whole('networking', 'ip_route_show_table_all', ipRouteAnswers),
    whole('selinux', 'sestatus(?:_-b)?', sestatusAnswers),
    whole('boot', 'ls_-lanR_.boot', bootAnswers),
    whole('dpkg', 'dpkg_-l', dpkgAnswers),
    whole('rpm', '(?:package-data|sh_-c_rpm_.*-qa.*)', rpmAnswers),
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

/** An output that counts only where the manifest does not say that the command failed or was cut short. */
function whole(name: string, command: string, read: (text: string) => Told): Answers {
  return {
    from: new RegExp(`^/sos_commands/${name}/${command}$`),
    read: (text, bundle) =>
      sosManifestFailures(bundle.text('/sos_reports/manifest.json') ?? '').has(bundle.path) ? {} : read(text),
  }
}

const ofHost = /^\/(?:boot|dev|etc|home|lib|lib64|opt|proc|root|run|srv|sys|usr|var|bin|sbin)(?:$|\/)/

/** Directories of settings that newer plugins copy, as far as the manifest says that this one did. */
function manifestAnswers(text: string): Told {
  const copied = sosManifestPaths(text)
  return {whole: settings.filter((path) => copied.has(path))}
}

/** A listing of all of /boot tells whether the boot loader has entries there. */
function bootAnswers(text: string): Told {
  const isWhole = /^\/boot:$/m.test(text) && text.endsWith('\n') && !/^ls: /m.test(text)
  return isWhole && !/^\/boot\/loader\/entries:$/m.test(text) ? {whole: ['/boot/loader/entries']} : {}
}

const settings = [
  '/lib/modprobe.d',
  '/run/modprobe.d',
  '/run/sysctl.d',
  '/usr/local/lib/modprobe.d',
  '/usr/local/lib/sysctl.d',
  '/etc/containerd',
  '/etc/cni/net.d',
  '/etc/crio/crio.conf.d',
  '/etc/containers',
  '/etc/netplan',
  '/etc/chrony',
  '/etc/grub.d',
  '/boot/loader/entries',
]
