const flow = 'Flow sequence in block collection must be sufficiently indented and end with a ]'
const snapshot = 'a snapshot is JSON, plain or compressed with gzip, as `node-preflight snapshot -o FILE` writes it'
const accepted =
  'accepted are a snapshot (JSON, plain or gzip), a sosreport, an EKS log bundle, a support bundle with host collectors and a copied root, each as a directory or tar, plain, gzip or xz'
const rule = `id: bad
title: The family is wrong
severity: error
assert: os.famly == "debian"
message: '"the family is " + os.family'
why: Commands for another family do not work.
fix: {text: Install Debian.}
references: [https://example.org]
`

/** Files of the user, most with one mistake. */
export const brokenFiles: Readonly<Record<string, string>> = {
  'good.json':
    '{"apiVersion": "node-preflight/v1", "kind": "Snapshot", "host": {"name": "a", "capturedAt": "2026-08-01T00:00:00Z"}}',
  'open.yaml': 'cluster:\n  podCidr: [\n',
  'list.yaml': '- podCidr\n',
  'section.yaml': 'clustr:\n  podCidr: 10.0.0.0/16\n',
  'range.yaml': 'cluster:\n  podCidr: 10.0.0.0/33\n',
  'phase.yaml': 'check:\n  phase: imge\n',
  'only.yaml': 'check:\n  skip: [conntrak-missing]\n',
  'override.yaml': 'rules:\n  conntrack-missing: {severity: fatal}\n',
  'reasonless.yaml': 'waivers:\n- rule: conntrack-missing\n',
  'waived.yaml': 'waivers:\n- rule: conntrak-missing\n  reason: none needs it\n',
  'expired.yaml': '- rule: conntrack-missing\n  reason: none needs it\n  expires: tomorrow\n',
  'open/own/bad.yaml': 'id: bad\ntitle: [\n',
  'field/own/bad.yaml': rule,
  'name/own/bad.yaml': rule.replace('id: bad', 'id: worse'),
  'key/own/bad.yaml': rule.replace('famly', 'family').replace('title:', 'titel:'),
  'empty/own/README.md': '',
  'open.json': '{"apiVersion": "node-preflight/v1",\n oops',
  'kind.json': '{\n  "apiVersion": "node-preflight/v1",\n  "kind": "Report"\n}',
  'member.json': '{"apiVersion": "node-preflight/v1",\n "hots": {}}',
  'text.json': 'hello',
  'kubeadm.yaml': 'kind: ClusterConfiguration\nnetworking:\n  podSubnet: [\n',
  'networkin.yaml': 'kind: ClusterConfiguration\nnetworkin:\n  podSubnet: 10.0.0.0/8\n',
}

/** Command lines, and the one line each is answered with. */
export const mistakes: Readonly<Record<string, string>> = {
  // Commands and options.
  chek: "there is no command 'chek' (did you mean 'check'?)",
  '--pod-cdir 10.0.0.0/16': 'there is no option --pod-cdir (did you mean --pod-cidr?)',
  '--verbos': 'there is no option --verbos (did you mean --verbose?)',
  '-x': 'there is no option -x (see node-preflight --help)',
  '--no-root': 'there is no option --no-root (see node-preflight --help)',
  rules: "'rules' needs one of: list, lint, test, from-host (see node-preflight --help)",
  snapshot: 'snapshot needs a file to write (node-preflight snapshot -o FILE)',
  // Values that are missing, wrong, or exclude each other.
  ...Object.fromEntries(
    [
      'root',
      'from',
      'via',
      'config',
      'kubeadm-config',
      'waivers',
      'rules',
      'only',
      'skip',
      'phase',
      'role',
      'output',
      'fail-on',
      'wait',
      'pod-cidr',
    ].map((name) => [`--${name}`, `--${name} needs a value`]),
  ),
  '-o': '-o needs a value',
  '--root=a --root=b': '--root is given more than once',
  '--root / --from x': '--root and --from exclude each other',
  '-q -v': '--quiet and --verbose exclude each other',
  '--phase imge': "--phase cannot be 'imge' (did you mean 'image'?)",
  '--role master': "--role cannot be 'master' (one of control-plane, worker)",
  '--wait soon': "--wait is no duration: 'soon' (for example 90s, 5m or 1h30m)",
  '--pod-cidr 10.0.0.0/33':
    '--pod-cidr is no list of address ranges: "10.0.0.0/33" has a prefix length beyond its address',
  '--network-plugin calcio': "--network-plugin cannot be 'calcio', did you mean 'calico'?",
  // Names of rules, facts, formats and shells.
  '--only conntrak-missing':
    "--only: no rule or subject is named 'conntrak-missing' (did you mean 'conntrack-missing'?)",
  '--skip dokcer': "--skip: no rule or subject is named 'dokcer' (did you mean 'docker'?)",
  'explain conntrak-missing': "there is no rule 'conntrak-missing' (did you mean 'conntrack-missing'?)",
  'facts dokcer': "there is no fact 'dokcer' (did you mean 'docker'?)",
  'facts docker.ipmasq': "docker has no part 'ipmasq' (did you mean 'docker.ipMasq'?)",
  'completion zhs': "there is no completion for 'zhs' (did you mean 'zsh'?)",
  'generate packr': "there is no recipe 'packr' (did you mean 'packer'?)",
  '-o jsn': "--output: there is no format 'jsn' (did you mean 'json'?)",
  '-o json=': "--output: 'json=' names no file",
  '-o json -o junit': "only one --output can go to standard output (write 'junit=FILE')",
  // Files that are not there, or cannot be written.
  '--root none': 'cannot use none as root: no such file or directory',
  '--root good.json': 'cannot use good.json as root: it is not a directory',
  '--root empty': 'empty is no root file system: it has neither etc nor usr (is the image mounted there?)',
  '--from none': 'cannot read none: no such file or directory',
  '--config none': '--config: cannot read none: no such file or directory',
  '--kubeadm-config none': '--kubeadm-config: cannot read none: no such file or directory',
  '--waivers none': '--waivers: cannot read none: no such file or directory',
  '--rules none': 'rules: none does not exist',
  '--rules empty': 'the rules folder empty holds no rule (a rule is a file <subject>/<id>.yaml)',
  'rules lint none': 'rules: none does not exist',
  'diff none good.json': 'the old report: cannot read none: no such file or directory',
  'audit --hosts none': '--hosts: cannot read none: no such file or directory',
  '-o json=none/report.json': 'cannot write none/report.json: there is no directory none',
  '-o json=.': 'cannot write .: it is a directory',
  'snapshot -o none/host.json': 'cannot write none/host.json: there is no directory none',
  // Files that are wrong: file, line and column.
  '--config open.yaml': `open.yaml:3:1: ${flow}`,
  '--config list.yaml': 'list.yaml:1:1: the configuration must be a mapping',
  '--config section.yaml': "section.yaml:1:1: the configuration has no key 'clustr' (did you mean 'cluster'?)",
  '--config range.yaml': `range.yaml:2:3: 'podCidr' is no list of address ranges: "10.0.0.0/33" has a prefix length beyond its address`,
  '--config phase.yaml': "phase.yaml:2:3: 'imge' is no phase (did you mean 'image'?)",
  '--config only.yaml':
    "only.yaml:2:3: skip: no rule or subject is named 'conntrak-missing' (did you mean 'conntrack-missing'?)",
  '--config override.yaml': "override.yaml:2:23: 'fatal' is no severity (one of: error, warning, info)",
  '--waivers reasonless.yaml': "reasonless.yaml:2:3: a waiver needs a 'reason'",
  '--waivers waived.yaml': "waived.yaml:2:3: there is no rule 'conntrak-missing' (did you mean 'conntrack-missing'?)",
  '--waivers expired.yaml': "expired.yaml:3:3: 'expires' is no date: 'tomorrow' (as in 2027-01-31)",
  '--rules open': `open/own/bad.yaml:3:1: ${flow}`,
  '--rules field': 'field/own/bad.yaml:4:12: assert: No such key: famly (docs/facts.md lists the fields of each fact)',
  '--rules name': "name/own/bad.yaml:1:1: the id 'worse' is not the file's name (rename the file to worse.yaml)",
  '--rules key': "key/own/bad.yaml:2:1: a rule has no key 'titel' (did you mean 'title'?)",
  '--from open.json': `open.json:2:2: not JSON: found "oops", expected a member name in double quotes (${snapshot})`,
  '--from kind.json': 'kind.json:3:3: not a snapshot: kind must be "Snapshot"',
  '--from member.json': 'member.json:2:2: not a snapshot: the document has no member "hots" (did you mean "host"?)',
  '--from text.json': `text.json is neither a snapshot nor a bundle (${accepted})`,
  '--from cut.json.gz': `cannot read cut.json.gz: it is damaged: unexpected end of file (${accepted})`,
  '--from empty': `empty is no bundle of a known kind (${accepted})`,
  '--kubeadm-config kubeadm.yaml': `kubeadm.yaml:4:1: ${flow}`,
  '--kubeadm-config networkin.yaml':
    "networkin.yaml:2:1: kubeadm knows no key 'networkin' (did you mean 'networking'?)",
}
