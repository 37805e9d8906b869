import {clusterOptions, hostOptions} from '../options.ts'
import type {Command} from './command.ts'

/** `rules from-host`: a pack of what a host has. */
export const rulesFromHost: Command = {
  usage: 'rules from-host',
  describe: 'Write a rule pack that holds other hosts to what this one has',
  options: {
    ...hostOptions,
    ...clusterOptions,
    output: {alias: 'o', type: 'string', requiresArg: true, describe: 'Folder to write (default: like-<host name>)'},
  },
  completes: {output: 'folder'},
  examples: [['$0 rules from-host -o good-node', 'Take this host as the model of its siblings']],
  run: async (args, io) => (await import('../rules-from-host.ts')).rulesFromHost(args, io),
}
