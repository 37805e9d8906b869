import {colorOption, failOnOption, jsonOption} from '../options.ts'
import type {Command} from './command.ts'

/** `diff`: what changed between two reports. */
export const diff: Command = {
  usage: 'diff <old> <new>',
  describe: 'Show what is new, fixed and changed between two JSON reports',
  options: {
    gate: {group: 'Report:', type: 'boolean', describe: 'Exit 1 where a failure is new or got worse'},
    ...failOnOption,
    ...jsonOption,
    ...colorOption,
  },
  positional: {old: 'The report of before, as `check -o json=FILE` writes it', new: 'The report of after'},
  completes: {old: 'file', new: 'file'},
  examples: [['$0 diff monday.json today.json --gate', 'Fail a pipeline for what is worse than on Monday']],
  run: async (args, io) => (await import('../diff-reports.ts')).showDiff(args, io),
}
