import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {readShellAssignments} from '../text/shell-assignments.ts'
import {unitValues} from '../text/systemd-merge.ts'
import {dockerdCommand} from './dockerd-command.ts'
import {initSystem} from './init-system.ts'

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
 * the unit must name the file and expand the variable. Nothing is judged where an init script starts dockerd.
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
  const unused: UnusedOptions[] = []
  for (const {path, isFlannel} of optionFiles) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {unused, gap: {reason: `${path} ${text.reason}`, source: text.source}}
    if (text.state !== 'read') continue
    if (texts.some((value) => value.includes(path))) continue
    for (const {name, value, line} of readShellAssignments(text.value)) {
      if (!optionVariables.has(name) || value.trim() === '') continue
      const reason = !named.has(path)
        ? `${unit.name} does not read the file`
        : !texts.some((written) => new RegExp(`\\$\\{?${name}\\b`).test(written))
          ? `${unit.name} does not expand $${name}`
          : environment.has(name)
            ? undefined
            : 'systemd does not take the line for an assignment'
      if (reason) unused.push({path, variable: name, value, reason, isFlannel, source: {kind: 'file', path, line}})
    }
  }
  return {unused}
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
