import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {effectiveConfFiles} from '../text/conf-files.ts'

/** A file of a configuration directory and its text. */
export interface ConfFile {
  readonly path: string
  readonly text: string
}

/**
 * The files that apply, in order, and the paths of those hidden by a namesake; or what kept them from being read. A name
 * that is a link to /dev/null hides its namesakes and is no file itself.
 */
export type ConfFiles =
  | {readonly state: 'read'; readonly files: readonly ConfFile[]; readonly hidden: readonly string[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** Reads `*.d` directories, strongest first, that systemd, sysctl and kmod read as one: by file name, whatever the directory. */
export async function readConfDirectories(
  probe: Probe,
  directories: readonly string[],
  suffix = '.conf',
): Promise<ConfFiles> {
  const listings = await Promise.all(directories.map((directory) => probe.list(directory)))
  const candidates: {directory: string; name: string}[] = []
  for (const [index, listed] of listings.entries()) {
    const directory = directories[index] ?? ''
    if (listed.state === 'unreadable') return gap(directory, listed)
    if (listed.state === 'read') candidates.push(...listed.value.map((name) => ({directory, name})))
  }
  const {effective, hidden} = effectiveConfFiles(candidates, directories, suffix)
  const paths = effective.map(pathOf)
  const [texts, statuses] = await Promise.all([
    Promise.all(paths.map((path) => probe.readFile(path))),
    probe.status(paths),
  ])
  const files: ConfFile[] = []
  for (const [index, text] of texts.entries()) {
    const path = paths[index] ?? ''
    const status = statuses.get(path)
    if (status?.state === 'read' && (status.value.realPath === '/dev/null' || status.value.type === 'directory'))
      continue
    if (text.state === 'unreadable') return gap(path, text)
    if (text.state === 'read') files.push({path, text: text.value})
  }
  return {state: 'read', files, hidden: hidden.map(pathOf)}
}

function pathOf({directory, name}: {directory: string; name: string}): string {
  return `${directory}/${name}`
}

function gap(path: string, {reason, source}: {reason: string; source: Origin}) {
  return {state: 'unknown', reason: `${path} ${reason}`, source} as const
}
