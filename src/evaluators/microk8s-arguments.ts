import type {Probe, Reading} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import type {Words} from './component-flags.ts'
import {mayStart} from './starters.ts'

/** Where the MicroK8s snap keeps one file of arguments per component. */
export const microk8sDirectory = '/var/snap/microk8s/current/args'

/**
 * The arguments MicroK8s starts a component with: a flag a line, `#` comments, the variables of snaps replaced. Absent
 * where nothing starts MicroK8s.
 */
export async function microk8sArguments(probe: Probe, component: string): Promise<Reading<Words>> {
  const path = `${microk8sDirectory}/${component}`
  const started = await probe.once(mayStart, 'microk8s')
  if (bare(started) === false) return {state: 'absent', source: {kind: 'file', path}}
  const text = await probe.readFile(path)
  if (text.state !== 'read') return text
  if (started instanceof Unknown)
    return {state: 'unreadable', reason: `may be left over: ${started.reason}`, source: text.source}
  const lines = text.value.slice(0, maxLength).split('\n')
  const words = lines.flatMap((content, index) => {
    const source = {kind: 'file', path, line: index + 1} as const
    const expanded = content.replace(
      variable,
      (written, braced = '', bare = '') => directories[braced || bare] ?? written,
    )
    return (/^\s*#/.test(content) ? [] : (expanded.match(/[^\s"']+(?:"[^"]*"|'[^']*')?|"[^"]*"|'[^']*'/g) ?? [])).map(
      (word) => ({
        text: word.replace(/["']/g, ''),
        source,
      }),
    )
  })
  return {...text, value: words}
}

/** Real ones have about a thousand characters. */
const maxLength = 128 * 1024
const variable = /\$(?:\{(SNAP\w*)\}|(SNAP\w*))/g
const directories: Readonly<Record<string, string>> = {
  SNAP: '/snap/microk8s/current',
  SNAP_COMMON: '/var/snap/microk8s/common',
  SNAP_DATA: '/var/snap/microk8s/current',
}
