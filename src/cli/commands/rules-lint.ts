import {jsonOption} from '../options.ts'
import type {Command} from './command.ts'

/** `rules lint`: what is wrong with rule files. */
export const rulesLint: Command = {
  usage: 'rules lint <paths..>',
  describe: 'List what is wrong with rule files',
  options: jsonOption,
  positional: {paths: 'Rule files, folders of them or rule packs'},
  completes: {paths: 'file'},
  examples: [['$0 rules lint my-rules', 'Check the rules of a folder, as a pre-commit hook does']],
  run: async (args, io) => (await import('../lint-rules.ts')).lintRules(args, io),
}
