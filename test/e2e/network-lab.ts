import {execFileSync, spawnSync} from 'node:child_process'

/** One command of `ip`, as in `addr add 10.0.0.5/24 dev eth0`. */
export type IpCommand = string

/** A network namespace of its own, whose interfaces are real links of the kernel. */
export class NetworkLab {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
    this.remove()
    this.#ip('netns', 'add', name)
    this.#ip('-n', name, 'link', 'set', 'lo', 'up')
  }

  /** Runs commands of `ip` inside the namespace. */
  ip(commands: readonly IpCommand[]): void {
    for (const command of commands) this.#ip('-n', this.#name, ...command.split(' '))
  }

  /** What the kernel would do with a packet to an address: the words after `dev`, or why it has no route. */
  deviceFor(address: string): string {
    const {stdout, stderr} = spawnSync('ip', ['-n', this.#name, 'route', 'get', address], {encoding: 'utf8'})
    return / dev (\S+)/.exec(stdout)?.[1] ?? stderr.trim()
  }

  /** Runs a program inside the namespace, where /sys shows its interfaces. */
  run(
    program: string,
    args: readonly string[],
  ): {readonly status: number | null; readonly stdout: string; readonly stderr: string} {
    return spawnSync('ip', ['netns', 'exec', this.#name, program, ...args], {encoding: 'utf8', timeout: 60_000})
  }

  /** Removes the namespace with all its links. */
  remove(): void {
    spawnSync('ip', ['netns', 'delete', this.#name])
  }

  #ip(...args: readonly string[]): void {
    execFileSync('ip', args, {stdio: ['ignore', 'ignore', 'pipe']})
  }
}

/** A node with one interface on its network and a default route; the other end of the cable is a link beside it. */
export const oneInterface: readonly IpCommand[] = [
  'link add eth0 type veth peer name cable0',
  'link set eth0 up',
  'link set cable0 up',
  'addr add 192.168.50.11/24 dev eth0',
  'route add default via 192.168.50.1',
]

/** What flannel and the bridge plugin make for the pods 10.244.0.0/16 of a node that has 10.244.1.0/24. */
export const flannelLinks: readonly IpCommand[] = [
  'link add flannel.1 type vxlan id 1 local 192.168.50.11 dev eth0 dstport 8472 nolearning',
  'link set flannel.1 up',
  'addr add 10.244.1.0/32 dev flannel.1',
  'route add 10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
  'link add cni0 type bridge',
  'link set cni0 up',
  'addr add 10.244.1.1/24 dev cni0',
]

/** A bridge by another name, as kube-proxy, DNS caches and Docker have interfaces of theirs. */
export function bridge(name: string, ...addresses: readonly string[]): readonly IpCommand[] {
  return [
    `link add ${name} type bridge`,
    `link set ${name} up`,
    ...addresses.map((address) => `addr add ${address} dev ${name}`),
  ]
}
