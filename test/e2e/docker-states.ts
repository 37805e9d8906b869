/** One way of setting dockerd's options: what follows the command in the unit, and the files beside it. */
export interface DockerState {
  readonly name: string
  /** Added to `ExecStart=` of the unit. */
  readonly flags?: string
  /** Lines of `[Service]` before `ExecStart=`. */
  readonly service?: string
  /** A drop-in whose command replaces that of the unit, with `{}` for the flags every start needs. */
  readonly dropIn?: string
  readonly json?: string
  /** Files by path. */
  readonly files?: Readonly<Record<string, string>>
  /** What sysctl.d and the boot set net.ipv4.ip_forward to; nothing leaves it off. */
  readonly ipForward?: '0' | '1'
  /** Commands in the network namespace before the start. */
  readonly before?: readonly string[]
}

const debian = 'EnvironmentFile=-/etc/default/docker'
const options = (value: string) => ({'/etc/default/docker': `# options\nDOCKER_OPTS=${value}\n`})

/** States that dockerd starts in. */
export const starting: readonly DockerState[] = [
  {name: 'stock'},
  {name: 'forwarding on since boot', ipForward: '1'},
  {name: 'forwarding set to 0 by sysctl.d', ipForward: '0'},
  {name: 'iptables off by flag', flags: '--iptables=false'},
  {name: 'iptables off in the file', json: '{"iptables": false}'},
  {name: 'iptables off by Go’s short word', flags: '--iptables=f'},
  {name: 'iptables null in the file', json: '{"iptables": null}'},
  {name: 'iptables off inside an object', json: '{"network": {"iptables": false}}'},
  {name: 'bip inside an object has no effect', json: '{"network": {"bip": "10.9.0.1/24"}}'},
  {name: 'ip-masq off by flag', flags: '--ip-masq=false'},
  {name: 'ip-masq off in the file', json: '{"ip-masq": false}'},
  {name: 'the last of repeated flags', flags: '--ip-masq=false --ip-masq=true'},
  {name: 'iptables off turns masquerading off', flags: '--iptables=false --ip-masq=true'},
  {name: 'ip-forward off', flags: '--ip-forward=false'},
  {name: 'icc off', json: '{"icc": false}'},
  {name: 'userland proxy off', flags: '--userland-proxy=false'},
  {name: 'bip by flag', flags: '--bip=10.11.0.1/24'},
  {name: 'bip as a word of its own', flags: '--bip 10.12.0.1/24'},
  {name: 'bip in the file', json: '{"bip": "10.13.0.1/24"}'},
  {name: 'bip twice in the file', json: '{"bip": "10.14.0.1/24", "bip": "10.15.0.1/24"}'},
  {name: 'no bridge', flags: '--bridge=none'},
  {name: 'no bridge in the file', json: '{"bridge": "none"}'},
  {name: 'a pool of one’s own', json: '{"default-address-pools": [{"base": "10.200.0.0/16", "size": 24}]}'},
  {
    name: 'options by environment file',
    service: debian,
    flags: '$DOCKER_OPTS',
    files: options('"--ip-masq=false --bip=10.16.0.1/24"'),
  },
  {
    name: 'single quotes in the environment file',
    service: debian,
    flags: '$DOCKER_OPTS',
    files: options("'--bip=10.17.0.1/24'"),
  },
  {name: 'an environment file nobody reads', files: options('--iptables=false')},
  {name: 'an environment file whose variable is not expanded', service: debian, files: options('--iptables=false')},
  {name: 'one option in braces', service: debian, flags: '$' + '{DOCKER_OPTS}', files: options('--bip=10.18.0.1/24')},
  {
    name: 'Environment= under an environment file',
    service: `Environment=DOCKER_OPTS=--iptables=false\n${debian}`,
    flags: '$DOCKER_OPTS',
    files: options('--icc=true'),
  },
  {
    name: 'a drop-in that replaces the command',
    flags: '--iptables=false',
    dropIn: 'ExecStart=\nExecStart=/usr/sbin/dockerd {} --bip=10.19.0.1/24',
  },
  {name: 'an object followed by more', json: '{"ip-masq": false} }'},
  {
    name: 'runtimes in both places',
    flags: '--add-runtime=y=/bin/true',
    json: '{"runtimes": {"x": {"path": "/bin/true"}}}',
  },
  {name: 'keys only the file has', json: '{"features": {"buildkit": true}, "builder": {}, "oom-score-adjust": -500}'},
  {name: 'the name of a flag for its key', json: '{"insecure-registry": ["r:5000"], "dns-opt": 5}'},
  {
    name: 'a file named by a flag',
    flags: '--config-file=/etc/docker/other.json',
    json: '{"iptables": false}',
    files: {'/etc/docker/other.json': '{"bip": "10.20.0.1/24"}'},
  },
  {
    name: 'a docker0 left from before',
    before: ['ip link add docker0 type bridge', 'ip addr add 10.21.0.1/24 dev docker0', 'ip link set docker0 up'],
  },
  {
    name: 'a network of the node in the first pool',
    before: ['ip link add eth9 type bridge', 'ip addr add 172.17.3.4/16 dev eth9', 'ip link set eth9 up'],
  },
  {
    name: 'DOCKER-USER rules from before',
    before: ['iptables -N DOCKER-USER', 'iptables -A DOCKER-USER -s 10.244.0.0/16 -j ACCEPT'],
  },
]

/** States that dockerd refuses to start in, with the rule that says why. */
export const refused: readonly (DockerState & {readonly rule: string})[] = [
  {
    rule: 'docker-option-set-twice',
    name: 'a flag and the file',
    flags: '--log-driver=journald',
    json: '{"log-driver": "json-file"}',
  },
  {rule: 'docker-option-set-twice', name: 'equal values', flags: '--label a=b', json: '{"labels": ["a=b"]}'},
  {
    rule: 'docker-option-set-twice',
    name: 'by environment file',
    service: debian,
    flags: '$DOCKER_OPTS',
    files: options('--mtu=1450'),
    json: '{"mtu": 1450}',
  },
  {rule: 'docker-hosts-set-twice', name: 'hosts null in the file', json: '{"hosts": null}'},
  {rule: 'docker-boolean-flag-misread', name: 'a boolean and its value apart', flags: '--iptables false'},
  {rule: 'docker-boolean-flag-misread', name: 'a boolean Go does not know', flags: '--ip-masq=off'},
  {rule: 'docker-boolean-flag-misread', name: 'the short flag and a word', flags: '-D true'},
  {
    rule: 'docker-boolean-flag-misread',
    name: 'in a drop-in',
    dropIn: 'ExecStart=\nExecStart=/usr/sbin/dockerd {} --live-restore yes',
  },
  {rule: 'docker-config-invalid', name: 'a comma too many', json: '{"icc": true,}'},
  {rule: 'docker-config-invalid', name: 'a comment', json: '// bridge\n{}'},
  {rule: 'docker-config-invalid', name: 'a byte order mark', json: '\uFEFF{}'},
  {rule: 'docker-config-invalid', name: 'an empty file', json: ''},
  {rule: 'docker-config-invalid', name: 'a text for a list', json: '{"dns": "10.0.0.2"}'},
  {rule: 'docker-config-invalid', name: 'a text for a number', json: '{"mtu": "1450"}'},
  {rule: 'docker-config-invalid', name: 'a number for a boolean', json: '{"iptables": 0}'},
  {rule: 'docker-config-boolean-quoted', name: 'a boolean in quotes', json: '{"iptables": "false"}'},
  {rule: 'docker-log-options-not-strings', name: 'a bare log option', json: '{"log-opts": {"max-file": 3}}'},
  {rule: 'docker-config-key-unknown', name: 'capitals', json: '{"IPTables": false}'},
  {rule: 'docker-config-key-unknown', name: 'an option of a later release', json: '{"ip-forward-no-drop": true}'},
  {rule: 'docker-config-file-missing', name: 'no such file', flags: '--config-file=/etc/docker/gone.json'},
  {
    rule: 'docker-options-passed-as-one-word',
    name: 'several options in braces',
    service: debian,
    flags: '$' + '{DOCKER_OPTS}',
    files: options('"--mtu 1450 --icc=false"'),
  },
  {
    rule: 'docker-bip-and-bridge-both-set',
    name: 'bridge and bip',
    flags: '--bip=10.30.0.1/24',
    json: '{"bridge": "none"}',
  },
  {rule: 'docker-bip-is-network-address', name: 'the address of the network', flags: '--bip=10.31.0.0/24'},
  {rule: 'docker-bip-is-network-address', name: 'no prefix', json: '{"bip": "10.32.0.1"}'},
  {
    rule: 'docker-icc-off-without-iptables',
    name: 'icc without iptables',
    flags: '--icc=false',
    json: '{"iptables": false}',
  },
  {
    rule: 'docker-cgroup-parent-invalid',
    name: 'no slice under systemd',
    flags: '--exec-opt native.cgroupdriver=systemd --cgroup-parent=/docker',
  },
]
