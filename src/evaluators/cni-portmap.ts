import {at, type Located} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {type CniPluginEntry, cniOption} from '../text/cni-config.ts'
import {type DocumentNode, itemsOf} from '../text/document.ts'
import {place} from './cni-config-record.ts'

/** What a configuration tells the portmap plugin. */
export interface CniPortmap {
  readonly source: Source
  /** The firewall it is told to use; empty for its own choice. */
  readonly backend: Located<string>
  /** Which options it refuses together, and where; empty when none. */
  readonly conflict: Located<string>
}

/** Reads the portmap entry of a configuration; undefined where none is chained. */
export function cniPortmap(path: string, plugins: readonly CniPluginEntry[]): CniPortmap | undefined {
  const entry = plugins.find(({type}) => type?.value === 'portmap')
  if (!entry?.type) return undefined
  const source = place(path, entry.type.line)
  const backend = cniOption(entry.options, 'backend')
  const line = (node: DocumentNode | undefined) => (node ? place(path, node.line) : source)
  const conflict = conflictOf(entry.options, typeof backend?.value === 'string' ? backend.value : '')
  return {
    source,
    backend: at(typeof backend?.value === 'string' ? backend.value : '', line(backend)),
    conflict: at(conflict?.message ?? '', line(conflict?.node ?? backend)),
  }
}

/** The checks of the plugin, in its order (plugins/meta/portmap/main.go); `markMasqBit` fits either firewall. */
function conflictOf(
  options: DocumentNode,
  backend: string,
): {readonly message: string; readonly node: DocumentNode | undefined} | undefined {
  const [bit, chain] = [cniOption(options, 'markMasqBit'), cniOption(options, 'externalSetMarkChain')]
  if (bit && chain) return {message: 'markMasqBit and externalSetMarkChain exclude each other', node: bit}
  const isBit =
    !bit || (typeof bit.value === 'number' && Number.isInteger(bit.value) && bit.value >= 0 && bit.value <= 31)
  if (!isBit) return {message: 'markMasqBit is no whole number from 0 to 31', node: bit}
  const bound = [
    ...(chain ? [{name: 'externalSetMarkChain', node: chain, backend: 'iptables'}] : []),
    ...['conditionsV4', 'conditionsV6'].flatMap((name) => {
      const node = cniOption(options, name)
      const first = itemsOf(node)?.[0]?.value
      if (!node || typeof first !== 'string' || first === '') return []
      return [{name, node, backend: /^[-!]/.test(first) ? 'iptables' : 'nftables'}]
    }),
  ]
  if (backend !== '' && backend !== 'iptables' && backend !== 'nftables') {
    return {message: `the backend '${backend}' is neither iptables nor nftables`, node: undefined}
  }
  const [first, ...others] = bound
  const wrong =
    backend === ''
      ? others.find((each) => each.backend !== first?.backend)
      : bound.find((each) => each.backend !== backend)
  if (!wrong) return undefined
  return {
    message: `${wrong.name} is written for ${wrong.backend}, not for ${backend || first?.backend}`,
    node: wrong.node,
  }
}
