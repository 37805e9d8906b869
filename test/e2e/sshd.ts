import {type ChildProcess, execFileSync, spawn} from 'node:child_process'
import {chmod, mkdir, mkdtemp, writeFile} from 'node:fs/promises'
import {connect} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'

/** A server of this machine's own sshd that answers on many loopback addresses, and the configuration ssh reaches it by. */
export interface Sshd {
  readonly folder: string
  readonly port: number
  readonly config: string
  /** Adds to the client's configuration; of two settings the first counts. */
  configure(text: string): Promise<void>
  stop(): void
}

/** Starts it with throw-away keys on every address of 127.0.0.0/8, `extra` being lines of sshd_config. */
export async function startSshd(port: number, extra = ''): Promise<Sshd> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-sshd-'))
  await chmod(folder, 0o755)
  const at = (name: string): string => join(folder, name)
  for (const name of ['host_key', 'key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  await mkdir('/run/sshd', {recursive: true})
  await writeFile(
    at('sshd_config'),
    `Port ${port}
ListenAddress 0.0.0.0
HostKey ${at('host_key')}
PidFile none
AuthorizedKeysFile ${at('key.pub')}
StrictModes no
UsePAM no
PermitRootLogin yes
MaxStartups 200
${extra}`,
  )
  const server: ChildProcess = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('sshd_config')], {stdio: 'ignore'})
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) await sleep(100)
  const config = at('ssh_config')
  const base = `Host *
  Port ${port}
  User root
  IdentityFile ${at('key')}
  IdentitiesOnly yes
  StrictHostKeyChecking accept-new
  UserKnownHostsFile ${at('known')}
  LogLevel ERROR
`
  await writeFile(config, base)
  return {folder, port, config, configure: (text) => writeFile(config, `${text}\n${base}`), stop: () => server.kill()}
}

/** An ssh that for these hosts runs a script in its place, by their names, and else is the real one; its path. */
export async function sshWith({folder, config}: Sshd, scripts: Readonly<Record<string, string>>): Promise<string> {
  const ssh = join(folder, 'ssh-with-scripts')
  const choice = `for word; do last=$host; host=$word; done
[ -x "${folder}/$last" ] && exec "${folder}/$last"
exec ssh -F ${config} "$@"
`
  for (const [path, text] of [
    ...Object.entries(scripts).map(([name, script]) => [join(folder, name), script] as const),
    [ssh, `#!/bin/bash\n${choice}`] as const,
  ]) {
    await writeFile(path, text)
    await chmod(path, 0o755)
  }
  return ssh
}

/** Whether something listens on a port of this machine. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
