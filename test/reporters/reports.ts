import type {Finding, Report} from '../../src/check/report.ts'
import {verdictOf} from '../../src/check/verdict.ts'
import type {ReportOptions} from '../../src/reporters/reporter.ts'

const rule = {subject: 'docker', severity: 'error', evidence: [], ruleFile: 'rules/docker/x.yaml'} as const

const masquerades: Finding = {
  ...rule,
  rule: 'docker-masquerades-beside-overlay',
  title: "Docker writes its own masquerade rules beside the overlay's",
  outcome: 'fail',
  message: 'dockerd runs with iptables=true, ip-masq=true',
  evidence: [
    {fact: 'docker.installed', value: true},
    {fact: 'docker.iptables', value: true, source: {default: 'dockerd'}},
    {
      fact: 'docker.ipMasq',
      value: true,
      source: {file: '/etc/docker/daemon.json', line: 3},
      overrode: [{value: false, source: {file: '/etc/default/docker', line: 12}}],
    },
    {fact: 'overlay.network', value: '10.244.0.0/16', source: {flag: '--pod-cidr'}},
    {fact: 'docker.bridge', value: 'docker0', source: {command: ['ip', '-j', 'addr']}},
  ],
  why: 'Traffic between pods is rewritten to the address of the node, so network policies drop it and logs name the wrong source.',
  fix: {
    text: 'Switch the masquerading of dockerd off and restart it.',
    commands: ['systemctl restart docker', 'iptables -t nat -F DOCKER'],
  },
  references: ['https://docs.docker.com/engine/network/'],
}

const missing = (item: string): Finding => ({
  ...rule,
  subject: 'cni',
  rule: 'cni-plugin-missing',
  title: 'A CNI plugin that a configuration names is missing',
  severity: 'warning',
  outcome: 'fail',
  item,
  message: `/opt/cni/bin/${item} does not exist`,
  why: 'Pods stay in ContainerCreating.',
  fix: {text: 'Install the plugins.', commands: ['apt-get install containernetworking-plugins']},
  references: [],
})

const unlabelled = 'the label of /var/lib/kubelet: permission denied (run as root)'

/** A report of these findings. */
export function reportOf(findings: readonly Finding[]): Report {
  const count = (outcome: string) => findings.filter((finding) => finding.outcome === outcome).length
  return {
    apiVersion: 'node-preflight/v1',
    kind: 'Report',
    tool: {name: 'node-preflight', version: '0.1.0'},
    host: {name: 'node-1', os: 'Debian GNU/Linux 13 (trixie)', kernel: '6.12.48', mode: 'live'},
    phase: 'bootstrap',
    startedAt: '2026-12-01T03:00:00.000Z',
    durationMs: 71,
    verdict: verdictOf(findings, 'error'),
    summary: {
      pass: count('pass'),
      fail: count('fail'),
      skip: count('skip'),
      unknown: count('unknown'),
      waived: count('waived'),
    },
    findings,
  }
}

/** No rule was selected. */
export const empty = reportOf([])

/** Every outcome at least once, of a named image with named rules. */
export const everyOutcome: Report = {
  image: {name: 'node-image.raw', digest: {sha256: 'ab'.repeat(32)}},
  ruleSet: {rules: 8, sha256: 'cd'.repeat(32)},
  ranges: [
    {purpose: 'pods', cidr: '10.244.0.0/16', setBy: 'the user (--pod-cidr)', source: {flag: '--pod-cidr'}},
    {purpose: 'pods', cidr: '10.244.0.0/16', setBy: 'flannel'},
    {purpose: 'node pods', cidr: '10.244.3.0/24', setBy: 'cni0'},
    {purpose: 'services', cidr: '10.96.0.0/12', setBy: 'kube-apiserver --service-cluster-ip-range'},
    {purpose: 'node', cidr: '10.100.0.0/24', setBy: 'eth0', source: {command: ['ip', '-j', 'addr']}},
    {purpose: 'route', cidr: '0.0.0.0/0', setBy: 'the default route'},
    {purpose: 'pods', cidr: 'fd00:10:244::/56', setBy: 'the user (--pod-cidr)'},
    {purpose: 'services', cidr: 'fd00:10:96::/112', setBy: 'kube-apiserver --service-cluster-ip-range'},
  ],
  ...reportOf([
    missing('portmap'),
    missing('bridge'),
    {
      ...rule,
      rule: 'cni-bin-dir-missing',
      subject: 'cni',
      title: 'No folder of CNI plugins',
      outcome: 'pass',
      message: 'no fault found',
    },
    {
      ...rule,
      rule: 'docker-config-invalid',
      title: 'daemon.json is invalid',
      outcome: 'skip',
      message: 'does not apply',
      reason: 'does not apply here: docker.isInstalled is false',
    },
    masquerades,
    {
      ...masquerades,
      rule: 'docker-forward-policy-drop',
      title: 'Docker drops forwarded packets',
      outcome: 'waived',
      reason: 'kube-proxy opens it again, until 2027',
    },
    {
      ...rule,
      rule: 'secret-volume-mislabelled',
      subject: 'selinux',
      title: 'A secret volume has a wrong label',
      outcome: 'unknown',
      message: 'could not be determined',
      reason: unlabelled,
    },
    {
      ...rule,
      rule: 'kubelet-directory-mislabelled',
      subject: 'selinux',
      title: 'The kubelet directory has a wrong label',
      severity: 'warning',
      outcome: 'unknown',
      message: 'could not be determined',
      reason: unlabelled,
    },
  ]),
}

const attack = '\x1b[2J\x1b]0;owned\x07 \u202eevil\u200b & <script>"quoted"</script> ]]> \x00\x9b \ud800\nnot ok'
const markup = '| `code` **bold** [link](http://evil.example) ::error::x %0A # SKIP \\ {{x}} \ufeff\u2028\u0085 😀'

/** Everything that comes from a host tries to act on a terminal, on XML or on a reader. */
export const hostile: Report = {
  ...reportOf([
    {
      ...masquerades,
      item: attack,
      message: attack,
      evidence: [
        {fact: 'docker.args', value: [attack], source: {file: `/etc/${attack}`, line: 1}},
        {fact: 'docker.long', value: 'x'.repeat(5000), source: {command: ['ip', attack]}},
      ],
      fix: {text: attack, commands: [`rm -- '${attack}'`]},
    },
    {...masquerades, title: markup, severity: 'info', item: markup, message: markup, why: markup, outcome: 'fail'},
    {...masquerades, item: markup, message: attack, outcome: 'waived', reason: markup},
    {...rule, rule: 'a', title: attack, outcome: 'unknown', message: attack, reason: attack},
    {...rule, rule: 'a', title: attack, outcome: 'unknown', message: attack, reason: attack},
  ]),
  host: {name: attack, os: attack, kernel: attack, mode: 'snapshot'},
}

/** One message of 100 KB, and more findings than any format shows. */
export const huge = reportOf([
  {...masquerades, message: 'long '.repeat(20_480), why: 'long '.repeat(20_480)},
  ...Array.from({length: 3000}, (_, index) => ({...missing(`plugin-${index}`), message: 'wide '.repeat(200)})),
])

/** A plain terminal of 80 columns. */
export const plain: ReportOptions = {columns: 80, color: false, unicode: true, verbosity: 'normal', failOn: 'error'}

/** A report in which everything that can come from a host is this text. */
export const saying = (text: string): Report => ({
  ...reportOf([
    {
      ...masquerades,
      title: text,
      item: text,
      message: text,
      why: text,
      fix: {text, commands: [text]},
      references: [text],
    },
    {...missing(text), evidence: [{fact: text, value: {[text]: text}, source: {file: text, line: 2}}]},
    {...masquerades, item: text, outcome: 'waived', reason: text},
    {...rule, rule: 'unknown-rule', title: text, outcome: 'unknown', message: 'could not be determined', reason: text},
    {...rule, rule: 'skipped-rule', title: text, outcome: 'skip', message: 'does not apply', reason: text},
  ]),
  host: {name: text, os: text, kernel: text, mode: 'snapshot'},
  notices: [{about: 'waiver', message: text, source: {file: text, line: 1}}],
})
