import {colorOption, jsonOption, ruleSources} from '../options.ts'
import type {Command} from './command.ts'

/** `rules list`: the rules there are. */
export const rulesList: Command = {
  usage: 'rules list',
  describe: 'List the rules',
  options: {
    ...ruleSources,
    subject: {
      array: true,
      type: 'string',
      requiresArg: true,
      describe: 'Only these subjects, with commas between them',
    },
    ...jsonOption,
    ...colorOption,
  },
  examples: [['$0 rules list --subject cni,docker', 'The rules on CNI and Docker']],
  run: async (args, io) => (await import('../list-rules.ts')).listRules(args, io),
}
