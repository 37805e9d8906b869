import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {processEnvironment} from './processes.ts'

/** The kind of container the host itself is, as in `lxc` or `docker`, told by what container managers leave inside; empty when none. */
export async function container(probe: Probe): Promise<Leaf<string>> {
  if (probe.mode === 'root') return ''
  const [told, statuses, environment] = await Promise.all([
    probe.readFile('/run/systemd/container'),
    probe.status(['/run/.containerenv', '/.dockerenv', '/run/systemd/system']),
    processEnvironment(probe, 1),
  ])
  const name = told.state === 'read' ? told.value.trim() : ''
  if (name !== '') return at(name, told.source)
  const variable = environment.state === 'read' ? environment.value.get('container')?.trim() : undefined
  if (variable) return at(variable, environment.source)
  if (statuses.get('/run/.containerenv')?.state === 'read')
    return at('podman', {kind: 'file', path: '/run/.containerenv'})
  if (statuses.get('/.dockerenv')?.state === 'read') return at('docker', {kind: 'file', path: '/.dockerenv'})
  const isSystemd = statuses.get('/run/systemd/system')?.state === 'read'
  if (environment.state !== 'unreadable' || (isSystemd && told.state === 'absent')) return ''
  return unknown(`the environment of process 1 ${environment.reason}`, environment.source)
}
