import {type ChildProcess, spawn} from 'node:child_process'
import {closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {connect as connectHttp} from 'node:http2'
import {connect as connectSocket} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'

/** What containerd says of its network through CRI: whether it is ready, why its last load failed, and the networks it loaded. */
export interface NetworkStatus {
  readonly isReady: boolean
  readonly load: string
  /** The names of the networks in order, loopback's left out. */
  readonly networks: readonly string[]
}

/** The CNI options of containerd's configuration, as paths of this machine. */
export interface CniOptions {
  readonly bin_dir: string
  readonly conf_dir: string
  readonly max_conf_num?: number
}

/** Starts a containerd of its own with these CNI options, asks for its status through CRI and ends it. */
export async function networkStatus(options: CniOptions): Promise<NetworkStatus> {
  const directory = mkdtempSync(join(tmpdir(), 'npf-containerd-'))
  const socket = join(directory, 'socket')
  writeFileSync(join(directory, 'config.toml'), configuration(directory, options))
  mkdirSync(join(directory, 'root'))
  const output = openSync(join(directory, 'log'), 'w')
  const daemon = spawn('containerd', ['--config', join(directory, 'config.toml')], {stdio: ['ignore', output, output]})
  const ended = new Promise<void>((resolve) => daemon.once('exit', () => resolve()))
  try {
    await listening(daemon, socket, join(directory, 'log'))
    return await askStatus(socket)
  } finally {
    daemon.kill('SIGTERM')
    const timer = setTimeout(() => daemon.kill('SIGKILL'), 8000)
    await ended
    clearTimeout(timer)
    closeSync(output)
    rmSync(directory, {recursive: true, force: true, maxRetries: 5, retryDelay: 200})
  }
}

function configuration(directory: string, options: CniOptions): string {
  const cni = Object.entries(options).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return `version = 2
root = "${directory}/root"
state = "${directory}/state"
[grpc]
  address = "${directory}/socket"
[plugins."io.containerd.grpc.v1.cri"]
  stream_server_port = "0"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "native"
  [plugins."io.containerd.grpc.v1.cri".cni]
    ${cni.join('\n    ')}
`
}

async function listening(daemon: ChildProcess, socket: string, log: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(30)) {
    if (existsSync(socket) && readFileSync(log, 'utf8').includes('containerd successfully booted')) return
    if (daemon.exitCode !== null || daemon.signalCode !== null) break
  }
  throw new Error(`containerd did not come up:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}

/** One gRPC call: a StatusRequest whose field `verbose` is true. */
async function askStatus(socket: string): Promise<NetworkStatus> {
  const message = Buffer.from([0x08, 0x01])
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])
  const session = connectHttp('http://localhost', {createConnection: () => connectSocket(socket)})
  try {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/runtime.v1.RuntimeService/Status',
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    stream.end(frame)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return statusOf(Buffer.concat(chunks).subarray(5))
  } finally {
    session.destroy()
  }
}

/** StatusResponse: field 1 holds the conditions, field 2 is a map of texts about details (k8s.io/cri-api). */
function statusOf(response: Buffer): NetworkStatus {
  const fields = decode(response)
  const conditions = bytes(fields, 1).flatMap((status) => bytes(decode(status), 1).map(decode))
  const network = conditions.find((condition) => text(condition, 1) === 'NetworkReady')
  const info = new Map(bytes(fields, 2).map((entry) => [text(decode(entry), 1), text(decode(entry), 2)]))
  const config = JSON.parse(info.get('cniconfig') ?? '{}') as {Networks?: readonly {Config: {Name: string}}[]}
  const names = (config.Networks ?? []).map((each) => each.Config.Name)
  return {
    isReady: network?.some(([field, value]) => field === 2 && value === 1n) ?? false,
    load: info.get('lastCNILoadStatus') ?? '',
    networks: names.filter((name) => name !== 'cni-loopback'),
  }
}

type Field = readonly [number: number, value: bigint | Buffer]

/** The fields of a protobuf message: numbers and what has a length, which is all that CRI uses here. */
function decode(message: Buffer): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const key = Number(varint())
    const value = varint()
    if ((key & 7) === 2) {
      fields.push([key >> 3, message.subarray(at, at + Number(value))])
      at += Number(value)
    } else fields.push([key >> 3, value])
  }
  return fields
}

function bytes(fields: readonly Field[], number: number): readonly Buffer[] {
  return fields.flatMap(([field, value]) => (field === number && Buffer.isBuffer(value) ? [value] : []))
}

function text(fields: readonly Field[], number: number): string {
  return bytes(fields, number)[0]?.toString('utf8') ?? ''
}
