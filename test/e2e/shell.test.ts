import {type ChildProcess, execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import {chmod, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {connect, createServer} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import test from 'ava'
import {openShell} from '../../src/cli/open-shell.ts'
import {collectors} from '../../src/collectors/index.ts'
import {FactStore} from '../../src/facts/store.ts'

const folder = await mkdtemp(join(tmpdir(), 'sshd-'))
await chmod(folder, 0o755)
const {server, ssh} = await startSshd()
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
test.after.always(() => {
  server.kill()
  return rm(folder, {recursive: true})
})

test('the same findings by the same rules, live and over any shell, as root', (t) => {
  const live = findingsOf([])
  t.true(live.length > 0)
  t.deepEqual(findingsOf(['--via', 'sh']), live)
  t.deepEqual(findingsOf(['--via', ssh.join(' ')]), live)
})

test('the same findings as an ordinary user, and as root by another command', (t) => {
  const denied = findingsOf([], asNobody)
  t.deepEqual(findingsOf(['--via', `${asNobody.join(' ')} sh`]), denied)
  t.deepEqual(findingsOf(['--via', ssh.join(' '), '--become', asNobody.join(' ')]), denied)
})

test('all facts of a host over ssh take at most eight round trips', async (t) => {
  const host = await openShell({argv: ssh, name: 'host'})
  const store = new FactStore(collectors, host)
  await Promise.all(collectors.map((collector) => store.collect(collector)))
  t.log(`${host.roundTrips()} round trips`)
  t.true(host.roundTrips() <= 8)
  host.close()
})

test('a host that cannot be reached is one line and exit code 2', (t) => {
  const {status, stderr} = check(['--via', 'ssh -o BatchMode=yes -p 1 127.0.0.1'])
  t.is(status, 2)
  t.regex(stderr, /^node-preflight: no shell by 'ssh -o BatchMode=yes -p 1 127\.0\.0\.1': .*Connection refused\n$/)
})

interface Checked {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function check(options: readonly string[], by: readonly string[] = []): Checked {
  const [program = '', ...args] = [...by, process.execPath, '--import=tsx', 'src/cli/main.ts', 'check', ...options]
  try {
    return {
      status: 0,
      stderr: '',
      stdout: execFileSync(program, args, {encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28}),
    }
  } catch (error) {
    return error as Checked
  }
}

/** The findings without what differs between two looks at the same host: its processes and what they measure. */
function findingsOf(options: readonly string[], by: readonly string[] = []): readonly unknown[] {
  const {stdout, stderr} = check([...options, '--verbose', '-o', 'json'], by)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).findings
}

/** A server of this machine's own sshd with throw-away keys; gives the command that opens a shell on it. */
async function startSshd(): Promise<{readonly server: ChildProcess; readonly ssh: readonly string[]}> {
  const port = await freePort()
  const at = (name: string): string => join(folder, name)
  for (const name of ['host_key', 'key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  await mkdir('/run/sshd', {recursive: true})
  await writeFile(
    at('config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${at('host_key')}
PidFile none
AuthorizedKeysFile ${at('key.pub')}
StrictModes no
UsePAM no
PermitRootLogin yes
PrintMotd yes
`,
  )
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('config')], {stdio: 'ignore'})
  for (let tries = 0; tries < 50 && !(await answers(port)); tries += 1) await sleep(100)
  const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', `UserKnownHostsFile=${at('known')}`, 'LogLevel=ERROR']
  const ssh = [
    'ssh',
    '-F',
    'none',
    '-p',
    String(port),
    '-i',
    at('key'),
    ...options.flatMap((each) => ['-o', each]),
    'root@127.0.0.1',
  ]
  return {server, ssh}
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}
