import type {Probe} from '../facts/probe.ts'

/** The names in a directory, for callers to whom one that cannot be listed is as good as an empty one. */
export async function namesIn(probe: Probe, directory: string): Promise<readonly string[]> {
  const listed = await probe.list(directory)
  return listed.state === 'read' ? listed.value : []
}
