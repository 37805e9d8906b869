import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test from 'ava'
import {openBundle} from '../../src/host/bundle.ts'
import type {Host} from '../../src/host/host.ts'
import type {Written} from './tar-writer.ts'
import {tarOf} from './tar-writer.ts'

/** A folder that the test file's end removes. */
export const folder = await mkdtemp(join(tmpdir(), 'bundle-'))
test.after.always(() => rm(folder, {recursive: true}))

let files = 0
/** The host in a file of these bytes, which has no telling name. */
export async function opened(bytes: Buffer): Promise<Host> {
  files += 1
  const file = join(folder, `${files}`)
  await writeFile(file, bytes)
  return openBundle(file)
}

/** The text of a file, or in its place `absent` or the reason why it is unknown. */
export async function read(host: Host, path: string): Promise<string> {
  const reading = await host.readFile(path)
  return reading.state === 'read' ? reading.value : reading.state === 'absent' ? 'absent' : reading.reason
}

/** What a command answered, or in its place `absent` or the reason why it is unknown. */
export async function answer(host: Host, ...argv: readonly string[]): Promise<string> {
  const reading = await host.run(argv)
  return reading.state === 'read' ? reading.value.stdout : reading.state === 'absent' ? 'absent' : reading.reason
}

/** The members below a directory. */
export const at = (base: string, members: readonly Written[]): readonly Written[] =>
  members.map((member) => ({...member, name: `${base}${member.name}`}))
/** The members of a small sosreport, below its top directory. */
export const sos: readonly Written[] = [
  {name: 'version.txt', content: 'sosreport: 4.0\n'},
  {name: 'sos_reports/sos.txt'},
  {name: 'sos_commands/kernel/uname_-a', content: 'Linux n1 6.1.0-9-amd64 #1 SMP Debian 6.1.27-1 x86_64 GNU/Linux\n'},
  {
    name: 'sos_commands/kernel/sysctl_-a',
    content: 'net.ipv4.ip_forward = 1\nnet.ipv4.conf.eth0/7.rp_filter = 2\nsysctl: permission denied on key "x"\n',
  },
  {name: 'sos_commands/networking/iptables-save', content: "can't initialize iptables table `filter'\n"},
  {name: 'lib', flag: '2', target: 'usr/lib'},
  {name: 'usr/lib/sysctl.d/50.conf', content: 'a=1\n'},
  {name: 'etc/sysctl.d/', flag: '5', mode: 0o755},
  {name: 'etc/sysctl.d/9.conf', content: 'kernel.panic=10\n', mode: 0o600},
  {name: 'etc/systemd/journald.conf', content: ''},
]

/** The same as a tar archive. */
export const sosTar = tarOf(...at('sosreport-n1/', sos))
