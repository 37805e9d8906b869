import {colorOption} from '../options.ts'
import type {Command} from './command.ts'

/** `generate`: how the check gets into boots, image builds, clusters and pipelines. */
export const generate: Command = {
  usage: 'generate [recipe]',
  describe: 'Print a recipe for systemd, cloud-init, Packer, Ansible, Kubernetes or CI',
  options: colorOption,
  positional: {recipe: 'The name of a recipe; lists them without it'},
  completes: {recipe: 'recipe'},
  examples: [
    ['$0 generate systemd > /etc/systemd/system/node-preflight.service', 'Check on each boot, before the kubelet'],
    ['$0 generate packer > node-preflight.pkr.hcl', 'Check images as they are built'],
  ],
  run: async (args, io) => (await import('../generate.ts')).generate(args, io),
}
