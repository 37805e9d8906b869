import {readFileSync} from 'node:fs'
import test from 'ava'
import {kubeadmCheckNames} from '../../src/rules/kubeadm-checks.ts'
import {readRuleFiles} from '../../src/rules/load.ts'
import {readLogLines} from '../../src/rules/log-lines.ts'
import {suspector} from '../../src/rules/symptoms.ts'
import {plainValue} from '../../src/text/document.ts'
import {exactPattern} from '../../src/text/log-line.ts'
import {parseYaml} from '../../src/text/yaml.ts'

const known = readLogLines('rules/log-lines.yaml', readFileSync('rules/log-lines.yaml', 'utf8'))
const rules = (await readRuleFiles('rules')).map(({rule}) => rule)
const suspectsOf = suspector(rules, known)
const idsFor = (line: string) => suspectsOf(line).map(({rule, known}) => rule?.id ?? known?.cause)

test('every known line and every symptom finds what writes it', (t) => {
  for (const one of known) {
    for (const line of one.lines) {
      const found = suspectsOf(`I0413 10:53:52.844381 3263 x.go:1] ${line.replaceAll('…', ' some words ')} more`)
      t.true(
        found.some((suspect) => suspect.known === one || (one.rule !== undefined && suspect.rule?.id === one.rule)),
        line,
      )
    }
  }
  for (const rule of rules) {
    for (const symptom of rule.symptoms)
      t.true(
        suspectsOf(symptom).some((suspect) => suspect.rule === rule),
        symptom,
      )
  }
})

test('known lines name rules of the catalogue, and each says why', (t) => {
  const catalogue = parseYaml(readFileSync('test/catalogue.yaml', 'utf8'))
  const {rules: entries} = (catalogue.ok ? plainValue(catalogue.value) : {}) as {rules: {id: string}[]}
  const ids = new Set(entries.map(({id}) => id))
  for (const {rule, cause, see, lines} of known) {
    t.true(rule === undefined || ids.has(rule), rule)
    t.regex(cause, /\.$/)
    t.true(see.length > 0 && lines.length > 0, cause)
  }
})

test('the likeliest comes first, and what explains little of the line is left out', (t) => {
  const line = 'dial failed: unable to do port forwarding: socat not found: permission denied'
  t.is(idsFor(line)[0], 'socat-missing')
  t.deepEqual(idsFor('the quick brown fox'), [])
  t.true(idsFor('failed to find plugin "tuning" in path [/usr/lib/cni]').includes('cni-plugin-missing'))
})

test('a line that is known to be harmless says so', (t) => {
  const [first] = suspectsOf('hairpin: missing br-netfilter module or unset br-nf-call-iptables; proxy may not work')
  t.is(first?.known?.kind, 'harmless')
  t.true(first?.known?.see.includes('https://github.com/kubernetes/kubernetes/issues/23385'))
})

test('a symptom is what its component writes, and no error that any program may write', (t) => {
  for (const {id, symptoms} of rules) {
    for (const symptom of symptoms) t.true(exactPattern(symptom).weight >= 15, `${id}: ${symptom}`)
  }
  const anyones = [
    'open /etc/app/config.yaml: no such file or directory',
    'cp: cannot create regular file /data/x: Permission denied',
    "mkdir: cannot create directory '/data': Read-only file system",
    'exec /usr/bin/app: exec format error',
    'write /data/file: no space left on device',
    'setsockopt: Invalid argument',
    'unexpected end of JSON input',
    'failed to acquire lease kube-system/kube-controller-manager',
    'mount failed: exit status 32: mount.nfs: access denied by server while mounting nas:/vol',
    'audit: avc:  denied  { write } for  pid=1 comm="nginx" name="cache" scontext=system_u:system_r:httpd_t:s0 tcontext=system_u:object_r:var_t:s0',
  ]
  for (const line of anyones) {
    t.deepEqual(
      suspectsOf(line).flatMap(({rule}) => rule?.id ?? []),
      [],
      line,
    )
  }
})

const x509 = 'x509: certificate signed by unknown authority'

/** Everyday lines, with what the first answer must say, or undefined where there must be none. */
const everyday: readonly (readonly [string, RegExp | undefined])[] = [
  [
    `"PullImage from image service failed" err="rpc error: code = Unknown desc = failed to pull and unpack image \\"reg.corp/app:1\\": failed to resolve reference \\"reg.corp/app:1\\": failed to do request: Head \\"https://reg.corp/v2/app/manifests/1\\": ${x509}" image="reg.corp/app:1"`,
    /signed the registry's certificate/,
  ],
  [
    `Failed to pull image "reg.corp/app:1": rpc error: code = Unknown desc = Error response from daemon: Get "https://reg.corp/v2/": ${x509}`,
    /signed the registry's certificate/,
  ],
  [
    `Error from server (InternalError): Internal error occurred: failed calling webhook "validate.nginx.ingress.kubernetes.io": failed to call webhook: Post "https://admission.ingress-nginx.svc:443/x?timeout=10s": ${x509}`,
    /caBundle/,
  ],
  [`http: proxy error: ${x509}`, /which server/],
  [
    `"Unable to register node with API server" err="Post \\"https://10.0.0.5:6443/api/v1/nodes\\": ${x509}" node="node-1"`,
    /authority in the kubeconfig/,
  ],
  ['Failed to pull image "reg.corp/app:1": rpc error: code = NotFound desc = not found', /image could not be pulled/],
  [
    'Failed to pull image "nginx:1": toomanyrequests: You have reached your pull rate limit',
    /image could not be pulled/,
  ],
  [
    'Failed to pull image "quay.io/x:1": Get "https://quay.io/v2/": net/http: TLS handshake timeout',
    /did not answer in time/,
  ],
  ['Error: ErrImagePull', /image could not be pulled/],
  [
    'err="failed to \\"StartContainer\\" for \\"app\\" with ImagePullBackOff: \\"Back-off pulling image \\\\\\"reg.corp/app:1\\\\\\"\\""',
    /image could not be pulled/,
  ],
  [
    'err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=app pod=app-1\\""',
    /ends again and again/,
  ],
  [
    'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get "http://%2Fvar%2Frun%2Fdocker.sock/v1.24/containers/json": dial unix /var/run/docker.sock: connect: permission denied',
    /may not use Docker's socket/,
  ],
  [
    'failed to start daemon: Error initializing network controller: failed to create NAT chain DOCKER: iptables failed: iptables -t nat -N DOCKER: iptables v1.8.9 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
    /is not root/,
  ],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    /dockerd does not run/,
  ],
  [
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
    /no kubeconfig/,
  ],
  ['Get "https://quay.io/v2/": dial tcp: lookup quay.io on 10.0.0.2:53: no such host', /does not know the name/],
  ['lookup quay.io on 10.0.0.2:53: read udp 10.0.0.7:4711->10.0.0.2:53: i/o timeout', /no answer to this host/],
  [
    '"Failed to scrape node" err="x509: cannot validate certificate for 10.0.0.7 because it doesn\'t contain any IP SANs"',
    undefined,
  ],
  [
    '"Probe failed" probeType="Readiness" pod="default/web-1" output="HTTP probe failed with statuscode: 503"',
    /does not answer its probe/,
  ],
  [
    'Readiness probe failed: Get "http://10.244.1.5:8080/": dial tcp 10.244.1.5:8080: connect: connection refused',
    /no program listens/,
  ],
  [
    'Memory cgroup out of memory: Killed process 4711 (java) total-vm:8123456kB, anon-rss:2097152kB',
    /own memory limit/,
  ],
  ['oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=x.scope,task=java,pid=4711,uid=1000', undefined],
  ['"Eviction manager: attempting to reclaim" resourceName="ephemeral-storage"', /disk or memory/],
  ['Node node-1 status is now: NodeHasDiskPressure', /disk or memory/],
  ['0/3 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/disk-pressure: }', undefined],
  ['MountVolume.SetUp failed for volume "certs" : secret "app-tls" not found', undefined],
  ['nginx.service: Main process exited, code=exited, status=1/FAILURE', undefined],
  ['Failed to start nginx.service - A high performance web server.', undefined],
  ['error: Permission denied (publickey).', undefined],
  [
    'OCI runtime create failed: runc create failed: unable to start container process: exec: "bash": executable file not found in $PATH: unknown',
    /image of the container/,
  ],
  [
    'OCI runtime create failed: runc create failed: exec: "/entrypoint.sh": permission denied: unknown',
    /end of the line says why/,
  ],
  ['Unable to connect to the server: dial tcp 10.0.0.5:6443: connect: no route to host', /no way to the address/],
  ['dial tcp 34.225.41.113:443: i/o timeout', /did not answer in time/],
  ['Handler for POST /v1.43/containers/create returned error: Conflict. The name "/web" is already in use', undefined],
  ['IPv6: ADDRCONF(NETDEV_CHANGE): veth1: link becomes ready', undefined],
  ['cni0: port 3(veth4a2b) entered blocking state', undefined],
  ['"Failed to sync service" err="nodeport of service web not found"', undefined],
]

for (const [line, said] of everyday) {
  test(`no rule is blamed for: ${line}`, (t) => {
    const suspects = suspectsOf(line)
    t.deepEqual(
      suspects.flatMap(({rule}) => rule?.id ?? []),
      [],
    )
    const [first] = suspects
    if (said === undefined) t.is(first?.known?.cause, undefined)
    else t.regex(first?.known?.cause ?? '', said)
  })
}

/** What kubeadm writes, with the rule of the catalogue for its cause. */
const kubeadm: readonly (readonly [string, string])[] = [
  [
    '[ERROR FileContent--proc-sys-net-ipv4-ip_forward]: /proc/sys/net/ipv4/ip_forward contents are not set to 1',
    'ip-forward-disabled',
  ],
  [
    '[ERROR FileContent--proc-sys-net-bridge-bridge-nf-call-iptables]: /proc/sys/net/bridge/bridge-nf-call-iptables does not exist',
    'bridge-traffic-skips-iptables',
  ],
  ['[ERROR Swap]: running with swap on is not supported. Please disable swap', 'swap-enabled'],
  ['[ERROR NumCPU]: the number of available CPUs 1 is less than the required 2', 'too-few-cpus'],
  ['[ERROR Mem]: the system RAM (961 MB) is less than the minimum 1700 MB', 'too-little-memory'],
  ['[ERROR Port-10250]: Port 10250 is in use', 'cluster-port-in-use'],
  [
    '[ERROR CRI]: container runtime is not running: output: remote_runtime.go:616] "Status from runtime service failed"',
    'cri-socket-missing',
  ],
  [
    '[ERROR FileAvailable--etc-kubernetes-kubelet.conf]: /etc/kubernetes/kubelet.conf already exists',
    'kubernetes-config-left-over',
  ],
  ['[ERROR DirAvailable--var-lib-etcd]: /var/lib/etcd is not empty', 'etcd-data-left-over'],
  ['[WARNING Hostname]: hostname "node-1" could not be reached', 'hostname-unresolvable'],
  ['[WARNING Service-Kubelet]: kubelet service is not enabled, please run systemctl enable', 'kubelet-not-enabled'],
]

for (const [line, rule] of kubeadm) {
  test(`a check of kubeadm is known: ${line}`, (t) => t.is(suspectsOf(line)[0]?.known?.rule, rule))
}

test('each check of kubeadm is known by its name', (t) => {
  for (const name of kubeadmCheckNames) {
    const found = [`[ERROR ${name}]`, `[WARNING ${name}]`].flatMap((line) => suspectsOf(line))
    const isCovered = rules.some(({aliases}) => aliases.includes(name))
    t.true(isCovered || found.length > 0, name)
  }
})

test('the line that many write comes first by the rule that all mean', (t) => {
  t.is(idsFor('network plugin is not ready: cni config uninitialized')[0], 'cni-config-missing')
  t.is(idsFor('cni plugin not initialized')[0], 'cni-config-missing')
})
