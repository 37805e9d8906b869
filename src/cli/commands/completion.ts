import {shells} from '../shells.ts'
import type {Command} from './command.ts'

/** `completion`: the script that makes a shell complete command lines of this program. */
export const completion: Command = {
  usage: 'completion <shell>',
  describe: `Print a completion script for ${shells.join(', ')}`,
  options: {},
  positional: {shell: shells.join(' or ').replace(' or ', ', ')},
  completes: {shell: 'shell'},
  examples: [
    ['. <($0 completion bash)', 'Complete in this bash; the manual page says where to put it for all'],
    ['$0 completion fish | source', 'Complete in this fish'],
  ],
  run: async (args, io) => (await import('../completion-script.ts')).printCompletion(args, io),
}
