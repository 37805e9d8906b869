import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {serviceCommand} from './service-command.ts'

/** The files that tell a service its options: those of its own given here that exist, its environment files and its command's unit. */
export async function runtimeFiles(
  probe: Probe,
  unit: string,
  own: readonly string[],
): Promise<readonly Located<string>[]> {
  const [service, statuses] = await Promise.all([probe.once(serviceCommand, unit), probe.status(own, {follow: true})])
  const found = service.state === 'found' ? service : undefined
  const paths = [
    ...own.filter((path) => statuses.get(path)?.state === 'read'),
    ...(found?.environmentFiles ?? []).filter(({isMissing}) => !isMissing).map(({path}) => path),
    ...(found?.execStarts ?? []).flatMap((origin) => (origin.kind === 'file' ? [origin.path] : [])),
  ]
  return [...new Set(paths)].map((path) => at(path, {kind: 'file', path}))
}
