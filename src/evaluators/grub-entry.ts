import type {Probe} from '../facts/probe.ts'
import {type BootEntry, grubEnvironment} from './boot-entry.ts'

/** The command line of the default entry of GRUB's generated menu: the one its environment names by title, else the first. */
export async function grubEntry(probe: Probe): Promise<BootEntry> {
  for (const path of ['/boot/grub2/grub.cfg', '/boot/grub/grub.cfg']) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'absent') continue
    const entries = menuEntries(text.value)
    if (entries.length === 0) continue
    const environment = await grubEnvironment(probe)
    if (environment.state === 'unknown') return environment
    const saved = environment.variables.get('saved_entry')?.text
    const chosen = entries.find(({title, id}) => saved !== undefined && (title === saved || id === saved)) ?? entries[0]
    if (chosen) return {state: 'read', texts: [{text: chosen.text, source: {kind: 'file', path, line: chosen.line}}]}
  }
  return {state: 'absent'}
}

interface MenuEntry {
  readonly title: string
  readonly id: string
  readonly text: string
  readonly line: number
}

/** The entries that start a kernel, with what stands after the kernel's path. */
function menuEntries(config: string): MenuEntry[] {
  const entries: MenuEntry[] = []
  let title = ''
  let id = ''
  for (const [index, content] of config.split('\n').entries()) {
    const [, quote, name] = /^\s*menuentry\s+(['"])(.*?)\1/.exec(content) ?? []
    if (quote !== undefined) {
      title = name ?? ''
      id = /\$menuentry_id_option\s+['"]([^'"]*)['"]/.exec(content)?.[1] ?? ''
    }
    const text = /^\s*linux(?:16|efi)?\s+\S+\s*(.*)$/.exec(content)?.[1]
    if (text !== undefined) entries.push({title, id, text, line: index + 1})
  }
  return entries
}
