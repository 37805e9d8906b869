import {colorOption, configOption, hostOptions, ruleSources} from '../options.ts'
import type {Command} from './command.ts'

/** `explain`: the page of a rule. */
export const explain: Command = {
  usage: 'explain <rule>',
  describe: 'Show what a rule looks at, why it matters and how to mend it',
  options: {...hostOptions, ...configOption, ...ruleSources, ...colorOption},
  positional: {rule: 'The id of a rule, or a kubeadm check it covers'},
  examples: [['$0 explain conntrack-missing', 'The page of one rule']],
  run: async (args, io) => (await import('../explain-rule.ts')).explainRule(args, io),
}
