import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {readShellAssignments} from '../text/shell-assignments.ts'
import {unitValues} from '../text/systemd-merge.ts'
import {dockerdCommand} from './dockerd-command.ts'
import {initSystem} from './init-system.ts'
import type {ServiceCommand} from './service-command.ts'

/** Options for dockerd in a file or variable that its unit does not use. `isFlannel`: flannel wrote the file. */
interface UnusedOptions {
  readonly path: string
  readonly variable: string
  readonly value: string
  readonly reason: string
  readonly isFlannel: boolean
  readonly source: Origin
}

/** What was found, or the file that could not be read. */
export interface UnusedOptionsResult {
  readonly unused: readonly UnusedOptions[]
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/**
 * Looks for options in the files that init scripts and older packages read and that a unit reads only when it says so:
 * the unit must name the file and expand the variable. So it must with variables of its own, whose lines systemd must
 * understand and no file may set again. Nothing is judged where an init script starts dockerd.
 */
export async function unusedOptions(probe: Probe): Promise<UnusedOptionsResult> {
  const command = await probe.once(dockerdCommand)
  if (command.state !== 'found' || !command.service || command.planned.isWrapped) return {unused: []}
  const init = bare(await probe.once(initSystem))
  if (init === 'openrc' || init === 'runit') return {unused: []}
  const {unit, environmentFiles, environment} = command.service
  const named = new Set(environmentFiles.map(({path}) => path))
  const texts = ['ExecStart', 'ExecStartPre', 'Environment']
    .flatMap((key) => unitValues(unit, 'Service', key))
    .map(({value}) => value)
  const isExpanded = (name: string) => texts.some((written) => new RegExp(`\\$\\{?${name}\\b`).test(written))
  const unused: UnusedOptions[] = [...ownVariables(command.service, isExpanded), ...refusedLines(command.service)]
  for (const {path, isFlannel} of optionFiles) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {unused, gap: {reason: `${path} ${text.reason}`, source: text.source}}
    if (text.state !== 'read') continue
    if (texts.some((value) => value.includes(path))) continue
    for (const {name, value, line} of readShellAssignments(text.value)) {
      if (!optionVariables.has(name) || value.trim() === '') continue
      const reason = !named.has(path)
        ? `${unit.name} does not read the file`
        : !isExpanded(name)
          ? `${unit.name} does not expand $${name}`
          : environment.has(name)
            ? undefined
            : 'systemd does not take the line for an assignment'
      if (reason) unused.push({path, variable: name, value, reason, isFlannel, source: {kind: 'file', path, line}})
    }
  }
  return {unused}
}

/** Options that the unit, a drop-in or a file of another name sets, and that its command does not get. */
function ownVariables(
  {unit, environment, environmentFiles}: ServiceCommand,
  isExpanded: (name: string) => boolean,
): readonly UnusedOptions[] {
  return [...environment].flatMap(([name, {value, source}]): UnusedOptions[] => {
    if (!optionVariables.has(name) || source.kind !== 'file') return []
    const isOther = optionFiles.every(({path}) => path !== source.path)
    const {overrode = [], ...place} = source
    if (!isExpanded(name)) {
      const reason = `${unit.name} does not expand $${name}`
      const isLost = isOther && value.trim() !== ''
      return isLost ? [{path: source.path, variable: name, value, reason, isFlannel: false, source: place}] : []
    }
    const byWhom = environmentFiles.find(({path}) => path === source.path)?.source
    return overrode.flatMap((lost): UnusedOptions[] => {
      const from = lost.source.kind === 'file' ? lost.source.path : ''
      const isOfDropIn = unit.dropIns.includes(from) && byWhom?.kind === 'file' && byWhom.path !== from
      const text = String(lost.value)
      if (!isOfDropIn || text.trim() === '' || text === value) return []
      const reason = `${source.path} sets $${name} again`
      return [{path: from, variable: name, value: text, reason, isFlannel: false, source: lost.source}]
    })
  })
}

/** Lines of `Environment=` with options that systemd passes over, most often for a quote that is not closed on the line. */
function refusedLines({problems}: ServiceCommand): readonly UnusedOptions[] {
  return problems.flatMap(({message, source}): UnusedOptions[] => {
    const [, value = ''] = /^Invalid syntax, ignoring: ([\s\S]*)/.exec(message) ?? []
    const [, name = '', options = ''] = /(\w+)=([\s\S]*)/.exec(value) ?? []
    if (!optionVariables.has(name) || source.kind !== 'file') return []
    const reason = 'systemd passes over the line for its quotes'
    return [{path: source.path, variable: name, value: options.trim(), reason, isFlannel: false, source}]
  })
}

const optionFiles: readonly {readonly path: string; readonly isFlannel: boolean}[] = [
  ...['/etc/default/docker', '/etc/conf.d/docker'],
  ...['docker', 'docker-network', 'docker-storage'].map((name) => `/etc/sysconfig/${name}`),
]
  .map((path) => ({path, isFlannel: false}))
  .concat(['/run/docker_opts.env', '/run/flannel/docker'].map((path) => ({path, isFlannel: true})))

/** The variables that packages, init scripts and flannel's mk-docker-opts.sh use for options. */
const optionVariables: ReadonlySet<string> = new Set([
  'DOCKER_OPTS',
  'DOCKER_OPTIONS',
  'OPTIONS',
  'DOCKER_NETWORK_OPTIONS',
  'DOCKER_STORAGE_OPTIONS',
  'other_args',
])
