import {clusterOptions, colorOption, hostOptions, phaseOption, ruleSources, verboseOption} from '../options.ts'
import type {Command} from './command.ts'

/** `explain`: the pages of rules, or what writes a log line. */
export const explain: Command = {
  usage: 'explain <rule..>',
  describe: 'Explain a rule, or find the fault behind a log line',
  options: {...hostOptions, ...clusterOptions, ...phaseOption, ...ruleSources, ...verboseOption, ...colorOption},
  positional: {
    rule: 'Ids of rules or kubeadm checks, else the words of one log line; - reads lines from standard input',
  },
  completes: {rule: 'rule'},
  examples: [
    ['$0 explain conntrack-missing', 'The page of one rule, and how this host does by it'],
    ["$0 explain 'network plugin is not ready: cni config uninitialized'", 'Which fault writes this, and is it here'],
    ['journalctl -u kubelet -b | $0 explain -', 'What the log of the kubelet is about'],
  ],
  run: async (args, io) => (await import('../explain.ts')).explain(args, io),
}
