import {join} from 'node:path'
import test from 'ava'
import {run} from '../../src/cli/run.ts'
import {cli, folder} from './harness.ts'

const mistakes: Readonly<Record<string, string>> = {
  chek: "there is no command 'chek' (did you mean 'check'?)",
  '--pod-cdir 10.0.0.0/16': 'there is no option --pod-cdir (did you mean --pod-cidr?)',
  '--json':
    "there is no option --json here (it is an option of 'facts' and 'diff' and 'rules list' and 'rules lint' and 'rules test')",
  '-x': 'there is no option -x (see node-preflight --help)',
  rules: "'rules' needs one of: list, lint, test, from-host (see node-preflight --help)",
  'rules lsit': "there is no command 'lsit' (did you mean 'rules list'?)",
  explain: "'explain' needs <rule..> (node-preflight explain <rule..>)",
  'diff one.json': "'diff' needs <old> <new> (node-preflight diff <old> <new>)",
  '--only=': '--only needs a value',
  '--config /': '--config: cannot read /: is a directory',
  '--root': '--root needs a value',
  '--root / --root /': '--root is given more than once',
  '--root / --from x': '--root and --from exclude each other',
  '--phase imge': "--phase cannot be 'imge' (did you mean 'image'?)",
  '-o jsn': "--output: there is no format 'jsn' (did you mean 'json'?)",
  '--wait 5': "--wait is no duration: '5' (for example 90s, 5m or 1h30m)",
  '-q -v': '--quiet and --verbose exclude each other',
  '--pod-cidr 10.0.0.0/33':
    '--pod-cidr is no list of address ranges: "10.0.0.0/33" has a prefix length beyond its address',
  '--network-plugin calcio': "--network-plugin cannot be 'calcio', did you mean 'calico'?",
  '--cluster-dns 10.96.0': "--cluster-dns is no list of IP addresses: '10.96.0'",
  '--api-server http://a/b':
    "--api-server is no address of an API server such as 10.0.0.1:6443 or https://api.example:6443: 'http://a/b'",
  '--kubernetes-version latest': "--kubernetes-version is no Kubernetes version such as 1.34 or v1.34.2: 'latest'",
  '--config /nonexistent': '--config: cannot read /nonexistent: no such file or directory',
  '--from /nonexistent': 'cannot read /nonexistent: no such file or directory',
  '-o json=/nonexistent/report': 'cannot write /nonexistent/report: there is no directory /nonexistent',
  '-o junit=/': 'cannot write /: it is a directory',
  'snapshot -o /nonexistent/node.json': 'cannot write /nonexistent/node.json: there is no directory /nonexistent',
  '--only nonsense-rule':
    "--only: no rule or subject is named 'nonsense-rule' (`node-preflight rules list` shows them all)",
  'facts oss': "there is no fact 'oss' (did you mean 'os'?)",
  'facts os.famly': "os has no part 'famly' (did you mean 'os.family'?)",
  snapshot: 'snapshot needs a file to write (node-preflight snapshot -o FILE)',
}

for (const [line, message] of Object.entries(mistakes)) {
  test(`${line}: one clear line and exit code 2`, async (t) => {
    t.deepEqual(await cli(...line.split(' ')), {code: 2, out: '', err: `node-preflight: ${message}\n`})
  })
}

test('a mistake in a configuration file is shown with its place', async (t) => {
  const root = await folder({'config.yaml': 'cluster:\n  podCidr: 10.0.0.0/8\n  serviceCdir: 10.96.0.0/12\n'})
  const {code, err} = await cli('--config', join(root, 'config.yaml'))
  t.is(code, 2)
  t.is(
    err,
    `node-preflight: ${root}/config.yaml:3:3: 'cluster' has no key 'serviceCdir' (did you mean 'serviceCidr'?)\n`,
  )
})

test('a bug of ours exits 4 with its stack', async (t) => {
  let err = ''
  const out = {
    write: () => {
      throw new TypeError('broken')
    },
  }
  const code = await run(['--help'], {out, err: {write: (text) => (err += text)}, env: {}})
  t.is(code, 4)
  t.regex(err, /has a bug; please report it[\s\S]*TypeError: broken\n {4}at /)
})
