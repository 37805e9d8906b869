import {clusterOptions, colorOption, reportOptions, ruleOptions} from '../options.ts'
import type {Command} from './command.ts'

const text = (describe: string) => ({group: 'Hosts:', describe, type: 'string', requiresArg: true}) as const

/** `audit`: many hosts at once. */
export const audit: Command = {
  usage: 'audit [host..]',
  describe: 'Check many hosts over SSH, or many recorded ones, and compare them',
  options: {
    hosts: text('File with hosts, one a line, or - for standard input'),
    inventory: text('Ansible inventory: ini, YAML or what ansible-inventory --list prints'),
    from: {...text('Snapshots, bundles and roots, or folders of them, instead of hosts'), array: true},
    jobs: {...text('How many hosts at once (default: 32)'), alias: 'j'},
    timeout: text('How long one host may take, as in 60s (default)'),
    ssh: text('How ssh is run, as in "ssh -F FILE" (default: ssh)'),
    become: text('A command that makes the shell there root, as in "sudo -n"'),
    ...clusterOptions,
    ...ruleOptions,
    output: {...reportOptions.output, describe: 'text, json, html, junit, sarif or prometheus, to a file with =FILE'},
    'fail-on': reportOptions['fail-on'] ?? {},
    'allow-unknown': reportOptions['allow-unknown'] ?? {},
    'summary-only': {group: 'Report:', describe: 'Counts in the text, without names of hosts', type: 'boolean'},
    verbose: {...reportOptions.verbose, describe: 'Every host of a fault, and what is said of it'},
    ...colorOption,
  },
  positional: {host: 'Hosts as ssh knows them: a name, an address, user@host'},
  examples: [
    ['$0 audit node-1 node-2 node-3', 'Check three hosts by your own ssh configuration'],
    ['$0 audit --inventory hosts.ini --become "sudo -n" -o html=fleet.html', 'Check the hosts of an inventory'],
    ['$0 audit --from snapshots/', 'Check recorded hosts'],
  ],
  run: async (args, io) => (await import('../audit.ts')).audit(args, io),
}
