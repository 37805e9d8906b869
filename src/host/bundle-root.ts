import type {BundleLayout} from './bundle-layout.ts'

/**
 * What a whole root has and a selection of directories lacks. Where `shadow` is beside `passwd`, root made the copy and nothing
 * was left out for lack of permission.
 */
export const wholeRootMarkers: readonly string[] = [
  ...['/etc/passwd', '/etc/shadow', '/home', '/mnt', '/opt', '/root', '/srv'],
  ...['/usr/bin', '/usr/lib', '/usr/share', '/var/cache', '/var/lib', '/var/log'],
]

const base: BundleLayout = {
  kind: 'copy of a root',
  markers: [],
  mode: 'root',
  keepsStatus: true,
  hostPath: (path) => (/^\/(?:proc|sys|dev|tmp)(?:$|\/)/.test(path) ? undefined : path),
  whole: [
    {witnesses: wholeRootMarkers, paths: ['/', '/run']},
    {witnesses: ['/etc/passwd', '/etc/shadow'], paths: ['/etc']},
    {witnesses: ['/usr/bin', '/usr/lib', '/usr/share'], paths: ['/usr']},
  ],
  except: ['/proc', '/sys', '/dev', '/tmp', '/boot/efi', '/mnt', '/media', '/var/lib/kubelet/pods'],
  answers: [],
}

/**
 * A root file system or a part of one, as `tar`, `kubectl cp` or a debug pod copied it.
 */
export const copiedRoot: readonly BundleLayout[] = [
  {
    ...base,
    kind: 'copy of a running root',
    markers: ['/etc', '/proc/version', '/proc/mounts'],
    mode: 'snapshot',
    hostPath: (path) => (/^\/(?:dev|tmp)(?:$|\/)/.test(path) ? undefined : path),
    except: [...base.except, '/run'],
  },
  {...base, markers: ['/etc/os-release']},
  {...base, markers: ['/etc/passwd']},
  {...base, markers: ['/etc/kubernetes']},
  {...base, markers: ['/etc/hostname']},
  {...base, markers: ['/var/lib/kubelet']},
]
