import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'

/** What dockerd did with a command line: whether it came up, what it said, and the network it made. */
export interface Outcome {
  readonly isStarted: boolean
  readonly log: string
  readonly rules: string
  /** The network of docker0, as in `172.17.0.0/16`; empty without one. */
  readonly bridge: string
}

/** The network namespace in which every dockerd of these tests runs. */
export const namespace = 'npf-docker'

/** Runs a program and returns its output; throws where it fails. */
export function run(...argv: readonly string[]): string {
  const [program = '', ...args] = argv
  const {status, stdout, stderr, error} = spawnSync(program, args, {encoding: 'utf8', timeout: 20_000})
  if (error || status !== 0) throw new Error(`${argv.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/** Runs a program inside the namespace. */
export const inside = (...argv: readonly string[]): string => run('nsenter', `--net=/run/netns/${namespace}`, ...argv)

/** Starts real dockerd in a network namespace of its own, on one containerd, its state in a directory that is removed. */
export class DockerBench {
  readonly directory = mkdtempSync(join(tmpdir(), 'npf-docker-'))
  readonly #containerd: ChildProcess
  readonly #madeEtc = !existsSync('/etc/docker')
  #starts = 0

  constructor() {
    const root = join(this.directory, 'containerd')
    const flags = [
      '--address',
      this.#socket('containerd'),
      '--root',
      join(root, 'root'),
      '--state',
      join(root, 'state'),
    ]
    mkdirSync(root)
    mkdirSync('/etc/docker', {recursive: true})
    this.#containerd = spawn('containerd', ['--config', '/dev/null', ...flags], {stdio: 'ignore'})
  }

  /** The flags that keep a dockerd apart from the machine's own; `next` gives each start a state directory of its own. */
  flags(): readonly string[] {
    const state = join(this.directory, `state-${++this.#starts}`)
    return [
      ...['--data-root', join(state, 'data'), '--exec-root', join(state, 'exec'), '--pidfile', join(state, 'pid')],
      ...[
        '--containerd',
        this.#socket('containerd'),
        '--storage-driver=vfs',
        '--host',
        `unix://${this.#socket('docker')}`,
      ],
    ]
  }

  /** A fresh network namespace, with forwarding as a boot would leave it. */
  freshNamespace(ipForward: string): void {
    spawnSync('ip', ['netns', 'del', namespace])
    run('ip', 'netns', 'add', namespace)
    inside('ip', 'link', 'set', 'lo', 'up')
    inside('sysctl', '-qw', `net.ipv4.ip_forward=${ipForward}`)
  }

  /** Starts dockerd with these arguments and a scratch directory in place of /etc/docker, looks, and ends it. */
  async start(args: readonly string[], etc: string, during: () => Promise<void> = async () => {}): Promise<Outcome> {
    const logFile = join(this.directory, `log-${this.#starts}`)
    const output = openSync(logFile, 'w')
    const script = 'mount --bind "$0" /etc/docker && exec dockerd "$@"'
    const argv = [`--net=/run/netns/${namespace}`, 'unshare', '--mount', 'sh', '-c', script, etc, ...args]
    const daemon = spawn('nsenter', argv, {stdio: ['ignore', output, output]})
    const ended = new Promise<void>((resolve) => daemon.once('exit', () => resolve()))
    try {
      const isStarted = await this.#settled(daemon, logFile)
      if (isStarted) await during()
      const rules = inside('iptables-save')
      return {isStarted, log: readFileSync(logFile, 'utf8'), rules, bridge: bridgeNetwork()}
    } finally {
      daemon.kill('SIGTERM')
      const timer = setTimeout(() => daemon.kill('SIGKILL'), 8000)
      await ended
      clearTimeout(timer)
      closeSync(output)
    }
  }

  close(): void {
    this.#containerd.kill('SIGTERM')
    spawnSync('ip', ['netns', 'del', namespace])
    rmSync(this.directory, {recursive: true, force: true, maxRetries: 5, retryDelay: 200})
    if (this.#madeEtc) rmSync('/etc/docker', {recursive: true, force: true})
  }

  /** Waits until dockerd listens or has ended. */
  async #settled(daemon: ChildProcess, logFile: string): Promise<boolean> {
    for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(30)) {
      if (readFileSync(logFile, 'utf8').includes('API listen on')) return true
      if (daemon.exitCode !== null || daemon.signalCode !== null) return false
    }
    throw new Error(`dockerd neither came up nor ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  }

  #socket(name: string): string {
    return join(this.directory, `${name}.sock`)
  }
}

/** The connected route of docker0, which the kernel keeps while the bridge has no carrier. */
function bridgeNetwork(): string {
  const route = inside('ip', '-4', 'route', 'show')
    .split('\n')
    .find((line) => line.includes(' dev docker0 '))
  return route?.split(' ')[0] ?? ''
}
