import {parseVersion, type Version} from './version.ts'

/** The version in what `<tool> --version` printed, for the tools a node runs; undefined when there is none. */
export function componentVersion(tool: string, stdout: string): Version | undefined {
  const pattern = Object.hasOwn(patterns, tool) ? patterns[tool] : undefined
  const groups = (pattern ?? anyVersion).exec(stdout.slice(0, maxLength))?.slice(1)
  const found = groups?.find((group) => group !== undefined)
  return found === undefined ? undefined : parseVersion(found)
}

const maxLength = 4096
/** Tools without a line of their own print `<name> [version] [v]1.2.3 …`. */
const anyVersion = /^[^\n\d]*?\bv?(\d+\.\d[^\s,]*)/m

/** Where the version stands, for output whose first number is something else. */
const patterns: Readonly<Record<string, RegExp>> = {
  kubelet: /^Kubernetes (v\S+)/m,
  'kube-proxy': /^Kubernetes (v\S+)/m,
  kubeadm: /GitVersion:"([^"]+)"|^(v\d\S*)/m,
  containerd: /^containerd \S+ (v?\d\S*)/m,
  crio: /^crio version (\S+)|^Version:\s+(\S+)/m,
  dockerd: /^Docker version ([^\s,]+)/m,
  docker: /^Docker version ([^\s,]+)/m,
  ip: /iproute2-(?:ss)?(\d[\d.]*)/,
  systemctl: /^systemd (\d+)/m,
  systemd: /^systemd (\d+)/m,
}
