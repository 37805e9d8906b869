import {jsonOption} from '../options.ts'
import type {Command} from './command.ts'

/** `rules test`: the examples of rule files. */
export const rulesTest: Command = {
  usage: 'rules test <paths..>',
  describe: 'Run the examples of rule files',
  options: {
    coverage: {type: 'boolean', describe: 'List rules with an outcome or severity that no example comes to'},
    ...jsonOption,
  },
  positional: {paths: 'Rule files, folders of them or rule packs'},
  completes: {paths: 'file'},
  examples: [['$0 rules test my-rules --coverage', 'Run the examples, and say what they leave out']],
  run: async (args, io) => (await import('../test-rules.ts')).testRules(args, io),
}
