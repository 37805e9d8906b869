import {clusterOptions, colorOption, hostOptions, reportOptions, ruleOptions} from '../options.ts'
import type {Command} from './command.ts'

/** `check`, the default command. */
export const check: Command = {
  usage: 'check',
  describe: 'Check a host (default)',
  options: {...hostOptions, ...clusterOptions, ...ruleOptions, ...reportOptions, ...colorOption},
  completes: {output: 'format'},
  examples: [
    ['$0', 'Check this host'],
    ['$0 --phase image --root /mnt/image -o junit=report.xml', 'Check an image that is mounted'],
    ['$0 --only cni,docker --wait 2m', 'Wait until CNI and Docker are in order'],
  ],
  run: async (args, io) => (await import('../check-host.ts')).checkHost(args, io),
}
