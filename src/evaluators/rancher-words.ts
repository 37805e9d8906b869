import type {Words} from './component-flags.ts'
import type {ServiceCommand} from './service-command.ts'

/** The arguments of k3s or RKE2 by their long names, which it also takes with one dash or a letter (pkg/cli/cmds of k3s). */
export function rancherWords(words: Words): Words {
  return words.map((word) => {
    const [, name, rest = ''] = /^--?([A-Za-z][\w-]*)(=[\s\S]*)?$/.exec(word.text) ?? []
    return name === undefined ? word : {...word, text: `--${letters[name] ?? name}${rest}`}
  })
}

const letters: Readonly<Record<string, string>> = {
  c: 'config',
  d: 'data-dir',
  i: 'node-ip',
  s: 'server',
  t: 'token',
}

/** The options that k3s or RKE2 also takes from its environment, where neither a file nor an argument gives them. */
export function rancherVariables(distribution: string, {environment}: ServiceCommand): Words {
  return variables.flatMap((option) => {
    const variable = environment.get(`${distribution}_${option.replaceAll('-', '_')}`.toUpperCase())
    return variable && variable.value !== '' ? [{text: `--${option}=${variable.value}`, source: variable.source}] : []
  })
}

const variables = ['data-dir', 'node-name', 'resolv-conf', 'selinux'] as const
