import {clusterOptions, colorOption, hostOptions, jsonOption} from '../options.ts'
import type {Command} from './command.ts'

/** `facts`: what was found. */
export const facts: Command = {
  usage: 'facts [path]',
  describe: 'Show what was found, where it was set and what it overrode',
  options: {...hostOptions, ...clusterOptions, ...jsonOption, ...colorOption},
  positional: {path: 'A fact or a part of one, as in docker.ipMasq or cluster.ranges[0]; all without it'},
  completes: {path: 'fact'},
  examples: [
    ['$0 facts docker', 'How dockerd is configured here'],
    ['$0 facts cluster.ranges --json', 'The address ranges, for a program'],
  ],
  run: async (args, io) => (await import('../show-facts.ts')).showFacts(args, io),
}
