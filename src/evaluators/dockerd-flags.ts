import type {FlagSpec, FlagTable} from '../text/go-flags.ts'
import {isAtLeast, type Version} from '../text/version.ts'

/** What daemon.json must hold under a key; `text` also stands for addresses, `any` is not looked into. */
export type ConfigType = 'bool' | 'int' | 'size' | 'text' | 'texts' | 'textMap' | 'map' | 'list' | 'any'

/** One option of dockerd: `name` is its flag, empty where only the file has it, `key` its name in daemon.json. */
export interface DockerdOption {
  readonly name: string
  readonly key: string
  readonly type: ConfigType
  readonly short?: string
  readonly since?: string
  /** The first release without it. */
  readonly until?: string
}

/** The options of a release of dockerd, or of all releases where the version is not known. */
export function dockerdOptions(version: Version | undefined): readonly DockerdOption[] {
  if (!version) return allOptions
  return allOptions.filter(
    ({since, until}) => (!since || isAtLeast(version, since)) && (!until || !isAtLeast(version, until)),
  )
}

/** The flags of a release of dockerd as its command line is read. */
export function dockerdFlags(version: Version | undefined): FlagTable {
  return Object.fromEntries(
    dockerdOptions(version)
      .filter(({name}) => name !== '')
      .map(({name, type, short}) => [name, {kind: kindOf(type), ...(short ? {short} : {})}]),
  )
}

function kindOf(type: ConfigType): FlagSpec['kind'] {
  if (type === 'bool') return 'bool'
  return type === 'int' || type === 'size' || type === 'text' ? 'value' : 'list'
}

/**
 * Rows of `flag/short=key@since<until`, read from the flag definitions of every moby release from 1.6 to 29.7
 * (cmd/dockerd, since 29 daemon/command). `=key` alone has no flag. Red Hat's builds up to 1.13 add a few of their own.
 */
const rows: Readonly<Record<ConfigType, string>> = {
  bool: `allow-direct-routing@28.2 api-enable-cors<17.09 confirm-def-push<17.03 cri-containerd@18.09 debug/D
    disable-legacy-registry<19.03 experimental@1.13 help icc init@1.13 ip-forward ip-forward-no-drop@28.0 ip-masq
    ip6tables@20.10 iptables ipv6 live-restore@1.12 no-new-privileges@17.06 raw-logs@1.11 restart/r rootless@19.03
    selinux-enabled signature-verification<17.03 tls tlsverify userland-proxy@1.7 validate@23.0 version/v`,
  int: `cpu-rt-period@1.13 cpu-rt-runtime@1.13 default-stop-timeout@29.7 max-concurrent-downloads@1.12
    max-concurrent-uploads@1.12 max-download-attempts@20.10 mtu network-control-plane-mtu@17.09
    network-diagnostic-port@17.12 oom-score-adjust@1.12<26.0 shutdown-timeout@1.13`,
  size: 'default-shm-size@17.04',
  text: `api-cors-header<29.0 bip bip6@28.0 bridge/b bridge-accept-fwmark@29.0 cgroup-parent@1.10
    cluster-advertise@1.9<24.0 cluster-store@1.9<24.0 config-file@1.10 containerd@1.11 containerd-namespace@19.03
    containerd-plugins-namespace@19.03 data-root@17.05 default-cgroupns-mode@20.10 default-gateway default-gateway-v6
    default-ipc-mode@17.09 default-runtime@1.12 exec-driver<1.10 exec-root@1.7 firewall-backend@29.0 fixed-cidr
    fixed-cidr-v6 graph/g<24.0 group/G http-proxy@23.0 https-proxy@23.0 init-path@1.13 ip log-driver log-format@25.0
    log-level/l metrics-addr@1.13 no-proxy@23.0 pidfile/p seccomp-profile@1.13 storage-driver/s
    swarm-default-advertise-addr@1.12 tlscacert tlscert tlskey userland-proxy-path@1.13 userns-remap@1.10
    host-gateway-ip@20.10<28.0 =host-gateway-ip@28.0 deprecated-key-path@17.06<19.03 =deprecated-key-path@19.03
    =min-api-version@29.0`,
  texts: `add-registry<17.03 =add-registries<17.03 block-registry<17.03 =block-registries<17.03 allow-nondistributable-artifacts@17.06<29.0
    =allow-nondistributable-artifacts@29.0 authorization-plugin=authorization-plugins@1.10
    cdi-spec-dir=cdi-spec-dirs@25.0 dns dns-opt=dns-opts@1.9 dns-search exec-opt=exec-opts host/H=hosts
    host-gateway-ip=host-gateway-ips@28.0 insecure-registry<1.11 insecure-registry=insecure-registries@1.11 label=labels
    node-generic-resource=node-generic-resources@17.12 registry-mirror<1.11 registry-mirror=registry-mirrors@1.11
    storage-opt=storage-opts`,
  textMap: 'cluster-store-opt=cluster-store-opts@1.9<24.0 log-opt=log-opts',
  map: `add-runtime=runtimes@1.12 default-network-opt=default-network-opts@24.0 default-ulimit<17.07
    default-ulimit=default-ulimits@17.07 feature=features@27.3 =features@18.09<27.3 nri-opts@29.2`,
  list: 'default-address-pool=default-address-pools@18.06',
  any: '=builder@18.09',
}

const rowPattern =
  /^(?<name>[a-z0-9-]*)(?:\/(?<short>\w))?(?:=(?<key>[a-z0-9-]+))?(?:@(?<since>[\d.]+))?(?:<(?<until>[\d.]+))?$/

const allOptions: readonly DockerdOption[] = Object.entries(rows).flatMap(([type, text]) =>
  text
    .split(/\s+/)
    .filter((row) => row !== '')
    .map((row) => readRow(row, type as ConfigType)),
)

function readRow(row: string, type: ConfigType): DockerdOption {
  const {name = '', short, key, since, until} = rowPattern.exec(row)?.groups ?? {}
  return {
    name,
    key: key ?? name,
    type,
    ...(short ? {short} : {}),
    ...(since ? {since} : {}),
    ...(until ? {until} : {}),
  }
}
