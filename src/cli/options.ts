import type {Options} from 'yargs'
import type {ValueKind} from './commands/command.ts'

/** What the values of options are, where they are not among `choices`. */
export const valueKinds: Readonly<Record<string, ValueKind>> = {
  root: 'folder',
  from: 'file',
  hosts: 'file',
  inventory: 'file',
  'from-report': 'file',
  config: 'file',
  'kubeadm-config': 'file',
  waivers: 'file',
  rules: 'folder',
  only: 'selection',
  skip: 'selection',
  ignore: 'selection',
  subject: 'subject',
  output: 'file',
}

type Table = Readonly<Record<string, Options>>

const text = (group: string, describe: string): Options => ({group, describe, type: 'string', requiresArg: true})
const repeated = (group: string, describe: string): Options => ({...text(group, describe), array: true, type: 'string'})
const flag = (group: string, describe: string): Options => ({group, describe, type: 'boolean'})

/** Which host is looked at. */
export const hostOptions: Table = {
  root: text('Host:', 'A mounted root file system instead of this host'),
  from: text('Host:', 'A snapshot, sosreport, support bundle or copied root instead'),
  via: text('Host:', 'A command that gives a shell on another host, as in "ssh host"'),
  become: text('Host:', 'A command that makes that shell root, as in "sudo -n"'),
}

/** The configuration file, docs/config.schema.json. */
const configOption: Table = {
  config: text('Cluster:', 'Configuration file, stronger than /etc/node-preflight/config.yaml of the host'),
}

/** What the user says of the cluster; the names of the flags follow the keys of the configuration file. */
export const clusterOptions: Table = {
  ...configOption,
  'kubeadm-config': text('Cluster:', 'kubeadm configuration file'),
  role: {...text('Cluster:', 'Role of the node'), choices: ['control-plane', 'worker']},
  'kubernetes-version': text('Cluster:', 'Version the node will run, as in 1.34'),
  'pod-cidr': text('Cluster:', 'Pod ranges of the cluster, as in 10.244.0.0/16'),
  'service-cidr': text('Cluster:', 'Service ranges of the cluster'),
  'node-cidr': text('Cluster:', 'Ranges the nodes have their addresses in'),
  'network-plugin': text('Cluster:', 'CNI of the cluster, as in flannel, calico, cilium, weave'),
  'proxy-mode': text('Cluster:', 'kube-proxy mode: iptables, ipvs, nftables or none'),
  'api-server': text('Cluster:', 'Address of the API server, as in 10.0.0.1:6443'),
  'cluster-dns': text('Cluster:', 'Addresses of the cluster DNS service'),
  'cluster-domain': text('Cluster:', 'DNS domain of the cluster'),
  'container-runtime': text('Cluster:', 'containerd, cri-o or docker'),
  'node-count': text('Cluster:', 'How many nodes the cluster is to have, as in 200'),
  storage: text('Cluster:', 'Storage of the volumes to come, as in nfs, iscsi or longhorn, with commas between them'),
}

/** Where rules come from. */
export const ruleSources: Table = {
  rules: repeated('Rules:', 'Folder with rules of your own or a rule pack, besides the built-in ones'),
}

/** What the host is about to be. */
export const phaseOption: Table = {
  phase: {
    ...text('Rules:', 'Phase to check for (default: auto)'),
    choices: ['auto', 'image', 'bootstrap', 'joined'],
  },
}

/** Which rules are run. */
export const ruleOptions: Table = {
  ...phaseOption,
  ...ruleSources,
  only: repeated('Rules:', 'Only these rules, subjects, kubeadm checks or globs of them, with commas between them'),
  skip: repeated('Rules:', 'Not these'),
  ignore: repeated('Rules:', 'Let these, or all, be no worse than a warning'),
  waivers: text('Rules:', 'File with failures that are accepted, each with a reason'),
}

/** What counts as failed. */
export const failOnOption: Table = {
  'fail-on': {
    ...text('Report:', 'Severity from which on a failing rule fails the check (default: error)'),
    choices: ['error', 'warning', 'info', 'never'],
  },
}

/** How the verdict is reached and reported. */
export const reportOptions: Table = {
  output: {...repeated('Report:', 'text, json, html, junit … (see docs/reports.md), to a file with =FILE'), alias: 'o'},
  ...failOnOption,
  image: text('Report:', 'What is checked and its digest for the report, as in node.raw@sha256:…'),
  'allow-unknown': flag('Report:', 'Exit 0 although rules of error severity could not be judged'),
  wait: text('Report:', 'Repeat until the check passes, at most this long, as in 90s or 5m'),
  quiet: {...flag('Report:', 'Only failing rules, errors that are unknown, and the verdict'), alias: 'q'},
  verbose: {...flag('Report:', 'Also what passed and what was skipped'), alias: 'v'},
}

/** Output of the commands that can tell more. */
export const verboseOption: Table = {verbose: {...flag('Report:', 'Tell more'), alias: 'v'}}

/** Output of the commands that are no check. */
export const jsonOption: Table = {json: flag('Report:', 'JSON instead of text')}

/** Colour of whatever is printed. */
export const colorOption: Table = {'no-color': flag('Report:', 'No colours (also: NO_COLOR=1)')}
