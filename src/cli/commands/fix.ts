import {clusterOptions, hostOptions, ruleOptions} from '../options.ts'
import type {Command} from './command.ts'

/** `fix`: a script that mends what fails. */
export const fix: Command = {
  usage: 'fix',
  describe: 'Print a script that mends what fails; runs nothing',
  options: {
    ...hostOptions,
    'from-report': {
      group: 'Host:',
      type: 'string',
      requiresArg: true,
      describe: 'A JSON report of an earlier check instead of a host',
    },
    ...clusterOptions,
    ...ruleOptions,
  },
  examples: [
    ['$0 fix > fix.sh', 'What to run on this host, to be read first'],
    ['$0 fix --only binaries --from-report node-7.json', 'The programs that another host lacks'],
  ],
  run: async (args, io) => (await import('../fix.ts')).printFix(args, io),
}
