import {clusterOptions, hostOptions} from '../options.ts'
import type {Command} from './command.ts'

/** `snapshot`: records a host. */
export const snapshot: Command = {
  usage: 'snapshot',
  describe: 'Record what the rules read on a host, secrets redacted',
  options: {
    ...hostOptions,
    ...clusterOptions,
    output: {alias: 'o', type: 'string', requiresArg: true, describe: 'File to write, compressed when named .gz'},
  },
  examples: [
    ['$0 snapshot -o node-1.json.gz', 'Record this host'],
    ['$0 check --from node-1.json.gz', 'Check the recording, anywhere'],
  ],
  run: async (args, io) => (await import('../record-snapshot.ts')).recordSnapshot(args, io),
}
