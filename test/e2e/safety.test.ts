import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import test, {type ExecutionContext} from 'ava'
import {onPlantedNode} from './planted-node.ts'
import {type Call, pathsOf, programOf, startedPrograms, type Trace, traced} from './trace.ts'

const folder = mkdtempSync(join(tmpdir(), 'npf-safety-'))
const [scratch, root] = ['scratch', 'root'].map((name) => join(folder, name)) as [string, string]
const snapshot = join(folder, 'host.json')
mkdirSync(scratch)
for (const tree of ['etc', 'usr/bin', 'var/lib/kubelet']) mkdirSync(join(root, tree), {recursive: true})
test.after.always(() => rmSync(folder, {recursive: true, force: true}))

const node = onPlantedNode(scratch)
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

test.serial('snapshot writes the file that was asked for and nothing else', (t) => {
  const trace = traced(['snapshot', '-o', snapshot], node)
  t.is(trace.status, 0, trace.stderr)
  changesNothing(t, trace, snapshot)
  startsOnlyListed(t, trace)
  t.deepEqual(readdirSync(folder).sort(), ['host.json', 'root', 'scratch'])
  t.false(readFileSync(snapshot, 'utf8').includes('s3cr3t'))
})

for (const [name, args] of [
  ['check', ['check', '--phase', 'joined', '-v']],
  ['facts', ['facts']],
  ['explain', ['explain', 'conntrack-missing']],
  ['rules list', ['rules', 'list']],
] as const) {
  test.serial(`${name} on a live node changes nothing`, (t) => {
    const trace = traced(args, node)
    t.true([0, 1, 3].includes(trace.status ?? 4), trace.stderr)
    changesNothing(t, trace)
    startsOnlyListed(t, trace)
  })
}

for (const phase of ['bootstrap', 'joined']) {
  test.serial(`a live check starts at most 12 processes: ${phase}`, (t) => {
    const started = startedPrograms(traced(['check', '--phase', phase], node))
    t.log(started.map((argv) => argv.join(' ').slice(0, 60)))
    t.true(started.length > 0 && started.length <= 12)
  })
}

test.serial('an ordinary user changes nothing either', (t) => {
  const trace = traced(['check'], [...node, ...asNobody, 'env', `TMPDIR=${folder}`])
  t.true([0, 1, 3].includes(trace.status ?? 4), trace.stderr)
  changesNothing(t, trace)
  startsOnlyListed(t, trace)
})

for (const [name, args] of [
  ['a recording', ['check', '--from', snapshot]],
  ['a mounted root', ['check', '--root', root]],
  ['facts of a mounted root', ['facts', '--root', root]],
  ['a recording of a mounted root', ['snapshot', '--root', root, '-o', '-']],
] as const) {
  test.serial(`nothing is started for ${name}`, (t) => {
    const trace = traced(args)
    t.true([0, 1, 3].includes(trace.status ?? 4), trace.stderr)
    t.deepEqual(startedPrograms(trace), [])
    changesNothing(t, trace)
  })
}

test.serial('no path outside a mounted root is looked at', (t) => {
  const {status, calls, stderr} = traced(['check', '--root', root, '-o', 'json'])
  t.true([0, 1, 3].includes(status ?? 4), stderr)
  const opened = calls.filter(({name}) => !name.startsWith('execve')).flatMap(pathsOf)
  t.true(opened.some((path) => path.startsWith(`${root}/etc/`)))
  const outside = opened.filter((path) => path !== root && !path.startsWith(`${root}/`))
  t.deepEqual(
    [...new Set(outside)].filter((path) => !ofTheRuntime.some((known) => known.test(path))),
    [],
  )
})

/** What the language runtime, libc and the resolution of the root's own path look at, whatever is checked. */
const ofTheRuntime = [
  /^\/etc\/(?:ld\.so\.(?:cache|preload)|localtime)$/,
  /^(?:\/usr)?\/lib(?:64)?\/(?:[\w-]+\/)?(?:ld-linux-[\w-]+|lib(?:c|m|dl|rt|pthread))\.so\.\d$/,
  /^\/usr\/share\/zoneinfo\//,
  /^\/proc\/(?:self|\d+)(?:\/(?:exe|statm|stat|maps|cgroup|mountinfo|fd\/\d+|task\/\d+\/comm))?$/,
  /^\/proc\/(?:meminfo|stat|sys\/vm\/(?:mmap_min_addr|overcommit_memory))$/,
  /^\/sys\/(?:fs\/cgroup|devices\/system\/(?:cpu|node)|kernel\/mm\/transparent_hugepage)(?:\/|$)/,
  /^\/dev\/(?:null|urandom)$/,
  new RegExp(`^(?:/|${parentsOf(root).join('|')}|${process.cwd()}(?:/dist(?:/node-preflight)?)?)$`),
]

function parentsOf(path: string): readonly string[] {
  const parents: string[] = []
  for (let at = join(path, '..'); at !== '/'; at = join(at, '..')) parents.push(at)
  return parents
}

/** Calls that change files, the kernel, or other processes, whatever their arguments. */
const changing =
  /^(?:creat|mkdir|mkdirat|rmdir|unlink|unlinkat|rename|renameat2?|link|linkat|symlink|symlinkat|truncate|ftruncate|fallocate|f?chmod|fchmodat2?|[fl]?chown|fchownat|mknod|mknodat|utime|utimes|utimensat|[fl]?setxattr|[fl]?removexattr|mount|umount2?|pivot_root|move_mount|fsopen|open_tree|chroot|swapon|swapoff|(?:f?init|delete)_module|bpf|kexec_load|kexec_file_load|reboot|sethostname|setdomainname|settimeofday|clock_settime|clock_adjtime|adjtimex|ptrace|process_vm_writev|quotactl|acct|syslog|add_key|keyctl|io_uring_setup)$/

/** What started programs do that looks like a change, and why it is none; sockets they need to ask the kernel. */
const allowances: readonly {readonly program: RegExp; readonly call: RegExp; readonly why: string}[] = [
  {
    program: /./,
    call: /^openat\(.*"\/dev\/null", O_RDONLY\|O_CREAT/,
    why: 'the standard input of a program; it is there',
  },
  {program: /^ip$/, call: /^socket\(AF_NETLINK, .*NETLINK_ROUTE/, why: 'addresses and routes are read from rtnetlink'},
  {
    program: /^xtables-nft-multi$|^ip6?tables-save$/,
    call: /^socket\(AF_NETLINK, .*NETLINK_NETFILTER/,
    why: 'rules are read from nfnetlink',
  },
  {
    program: /^ip6?tables(?:-legacy)?-save$/,
    call: /^socket\(AF_INET6?, SOCK_RAW, IPPROTO_RAW/,
    why: 'getsockopt tells legacy tables; nothing is sent',
  },
  {program: /^systemctl$/, call: /^(?:socket|connect)\(.*AF_UNIX/, why: 'the manager answers on a socket'},
  {program: /^(?:sh|dash|bash)$/, call: /^openat\(.*"\/dev\/tty"/, why: 'a stand-in is a shell script'},
]

function changesNothing(t: ExecutionContext, trace: Trace, output?: string): void {
  const wrong = trace.calls.filter(
    (call) => looksLikeChange(call) && !isAllowed(call, trace) && !isOutput(call, output),
  )
  t.deepEqual(
    wrong.map(({name, args, pid}) => `${programOf(trace, pid)}: ${name}(${args.slice(0, 200)})`),
    [],
  )
  t.true(trace.calls.length > 100)
}

function looksLikeChange({name, args, result}: Call): boolean {
  if (changing.test(name)) return true
  if (/^open(?:at2?)?$/.test(name)) return /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(args)
  if (/^(?:write|pwrite64|p?writev2?|sendfile|splice|copy_file_range)$/.test(name)) return /^\d+<\//.test(args)
  return /^(?:socket|connect|bind|listen|accept4?)$/.test(name) && !result.startsWith('-1 EBADF')
}

const isAllowed = (call: Call, trace: Trace): boolean => {
  const program = programOf(trace, call.pid)
  const text = `${call.name}(${call.args}`
  const isBind = call.name === 'bind' && /<(?:NETLINK|socket)/.test(call.args) && /AF_NETLINK/.test(call.args)
  return allowances.some((known) => known.program.test(program) && (isBind || known.call.test(text)))
}

/** The draft beside the output, its writing, and its renaming onto it. */
function isOutput({name, args}: Call, output: string | undefined): boolean {
  if (output === undefined) return false
  const draft = join(output, '..', `.${output.slice(output.lastIndexOf('/') + 1)}.`)
  return (
    /^(?:open|openat|write|pwrite64|rename|renameat2?|f?chmod|ftruncate|fallocate)$/.test(name) && args.includes(draft)
  )
}

/** What may be asked of a host (argument vectors of recordings), the arguments as one text. */
const listed: readonly RegExp[] = [
  /^ip6?tables-save$/,
  /^iptables-legacy-save$/,
  /^nft -j list ruleset$/,
  /^ip -j (?:addr|route show table all|rule)$/,
  /^ip -j -d link$/,
  /^uname -[rm]$/,
  /^(?:kubelet|containerd|runc|crio|dockerd|docker|cri-dockerd|conntrack|iptables) --version$/,
  /^systemctl show [\w@.-]+ -p [\w,]+$/,
  /^journalctl -o json /,
  /^timedatectl show$/,
  /^firewall-cmd /,
  /^getenforce$/,
  /^stat (?:-L )?--printf \S+ -- /,
]

function startsOnlyListed(t: ExecutionContext, trace: Trace): void {
  const interpreters = /^\/bin\/sh /
  const asked = startedPrograms(trace).map((argv) => argv.join(' '))
  t.deepEqual(
    asked.filter((line) => !interpreters.test(line) && !listed.some((known) => known.test(line))),
    [],
  )
}

test('the executable is what was just built', (t) => {
  t.true(statSync('dist/node-preflight').size > 10_000_000)
})
