import type {Probe} from '../facts/probe.ts'
import type {Origin, Source} from '../source.ts'

/** Where a service's programs are searched, in order, and what set it. */
export interface SearchPath {
  readonly directories: readonly string[]
  readonly source: Source
}

/** The directories of a PATH value. */
export function searchPath(value: string, source: Source): SearchPath {
  return {directories: value.split(':').filter((directory) => directory.startsWith('/')), source}
}

/** What systemd gives services as PATH when nothing sets it: builds for a split /usr add /sbin and /bin (systemd.exec(5)). */
export async function defaultServicePath(probe: Probe): Promise<SearchPath> {
  const bin = (await probe.status(['/bin'])).get('/bin')
  const isMerged = bin?.state === 'read' && bin.value.type === 'symlink'
  const source: Origin = {kind: 'default', of: 'systemd'}
  return searchPath(`/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin${isMerged ? '' : ':/sbin:/bin'}`, source)
}
