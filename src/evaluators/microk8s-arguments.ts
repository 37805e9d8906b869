import type {Probe, Reading} from '../facts/probe.ts'
import type {Words} from './component-flags.ts'

/** Where the MicroK8s snap keeps one file of arguments per component. */
export const microk8sDirectory = '/var/snap/microk8s/current/args'

/**
 * The arguments MicroK8s starts a component with: a flag a line, `#` comments, `${SNAP}` and `${SNAP_DATA}` replaced.
 */
export async function microk8sArguments(probe: Probe, component: string): Promise<Reading<Words>> {
  const path = `${microk8sDirectory}/${component}`
  const text = await probe.readFile(path)
  if (text.state !== 'read') return text
  const lines = text.value.slice(0, maxLength).split('\n')
  const words = lines.flatMap((content, index) => {
    const source = {kind: 'file', path, line: index + 1} as const
    const expanded = content.replace(/\$\{?SNAP_DATA\}?/g, dataDirectory).replace(/\$\{?SNAP\}?/g, snapDirectory)
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
const dataDirectory = '/var/snap/microk8s/current'
const snapDirectory = '/snap/microk8s/current'
