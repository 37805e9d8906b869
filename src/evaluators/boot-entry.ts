import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'

/** A text that holds kernel parameters and the place it was written. */
export interface BootText {
  readonly text: string
  readonly source: Origin
}

/** What a boot loader's files tell: its command line in one or more places, nothing, or what kept them from being read. */
export type BootEntry =
  | {readonly state: 'read'; readonly texts: readonly BootText[]}
  | {readonly state: 'absent'}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * The command line of the default boot loader specification entry (Fedora, RHEL 8 and later, systemd-boot): the entry
 * that GRUB's environment names, else the one that sorts last.
 */
export async function bootEntry(probe: Probe): Promise<BootEntry> {
  for (const directory of ['/boot/loader/entries', '/efi/loader/entries', '/boot/efi/loader/entries']) {
    const listed = await probe.list(directory)
    if (listed.state === 'unreadable') {
      return {state: 'unknown', reason: `${directory} ${listed.reason}`, source: listed.source}
    }
    const names = listed.state === 'read' ? listed.value.filter((name) => name.endsWith('.conf')) : []
    if (names.length === 0) continue
    const environment = await grubEnvironment(probe)
    if (environment.state === 'unknown') return environment
    const saved = environment.variables.get('saved_entry')?.text
    const name = names.find((candidate) => candidate === `${saved}.conf`) ?? newestOf(names)
    const path = `${directory}/${name}`
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'read') return {state: 'read', texts: optionsOf(text.value, path, environment.variables)}
  }
  return {state: 'absent'}
}

type GrubEnvironment = {readonly state: 'read'; readonly variables: ReadonlyMap<string, BootText>}

/** GRUB's saved variables, such as `saved_entry` and the `kernelopts` that entries of RHEL 8 refer to. */
export async function grubEnvironment(probe: Probe): Promise<GrubEnvironment | (BootEntry & {state: 'unknown'})> {
  for (const path of ['/boot/grub2/grubenv', '/boot/grub/grubenv']) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'absent') continue
    const variables = new Map<string, BootText>()
    for (const [index, content] of text.value.split('\n').entries()) {
      const [, name, value = ''] = /^([^#=\s]+)=(.*)$/.exec(content) ?? []
      if (name !== undefined) variables.set(name, {text: value, source: {kind: 'file', path, line: index + 1}})
    }
    return {state: 'read', variables}
  }
  return {state: 'read', variables: new Map()}
}

/** All `options` of an entry; a variable stands for what GRUB's environment holds, in its place. */
function optionsOf(text: string, path: string, variables: ReadonlyMap<string, BootText>): BootText[] {
  return text.split('\n').flatMap((content, index) => {
    const options = /^options\s+(.*)$/.exec(content.trim())?.[1]
    if (options === undefined) return []
    const source: Origin = {kind: 'file', path, line: index + 1}
    return options.split(/(\$\w+)/).map((piece) => {
      const name = piece.startsWith('$') ? piece.slice(1) : undefined
      return name === undefined ? {text: piece, source} : (variables.get(name) ?? {text: '', source})
    })
  })
}

/** The name that sorts last when runs of digits compare as numbers, as versions do. */
function newestOf(names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => a.localeCompare(b, 'en', {numeric: true})).at(-1)
}
