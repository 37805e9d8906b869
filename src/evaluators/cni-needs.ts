import {type CniPluginEntry, type CniText, cniOption, textOf} from '../text/cni-config.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'

/** Who runs a plugin: the runtime as first or later plugin of a list, a plugin for addresses, or a plugin that delegates. */
export type CniRole = 'main' | 'chained' | 'ipam' | 'delegate'

/** A plugin type that a configuration needs on disk, and the line that asks for it. */
export interface CniNeed {
  readonly type: string
  readonly role: CniRole
  readonly line: number
}

/** The plugin types that a configuration's plugins run, each once, in order. */
export function cniNeeds(plugins: readonly CniPluginEntry[]): readonly CniNeed[] {
  const byType = new Map<string, CniNeed>()
  for (const [index, plugin] of plugins.entries()) {
    for (const each of [...needsOf(plugin, index === 0 ? 'main' : 'chained'), ...delegates(plugin.options)]) {
      if (!byType.has(each.type)) byType.set(each.type, each)
    }
  }
  return [...byType.values()]
}

function needsOf({type, options}: CniPluginEntry, role: CniRole): readonly CniNeed[] {
  if (!type) return []
  const own = [{type: type.value, role, line: type.line}]
  if (type.value === 'flannel') return [...own, ...flannelDelegates(type, options)]
  return [...own, ...addressing(type.value, options)]
}

/** What a plugin runs for addresses. The egress plugin of the AWS VPC CNI runs nothing while it is disabled. */
function addressing(type: string, options: DocumentNode): readonly CniNeed[] {
  const isDormant = type === 'egress-cni' && /^false$/i.test(String(cniOption(options, 'enabled')?.value))
  return isDormant ? [] : need('ipam', textOf(nodeAt(cniOption(options, 'ipam'), 'type')))
}

/** flannel runs bridge and host-local unless told otherwise (flannel-io/cni-plugin). */
function flannelDelegates({line}: CniText, options: DocumentNode): readonly CniNeed[] {
  const delegate = textOf(nodeAt(cniOption(options, 'delegate'), 'type')) ?? {value: 'bridge', line}
  const ipam = textOf(nodeAt(cniOption(options, 'ipam'), 'type')) ?? {value: 'host-local', line}
  return [...need('delegate', delegate), ...need('delegate', ipam)]
}

/** Far more than any configuration carries. */
const maxDelegates = 20

/** multus carries whole configurations, single ones or lists, in `delegates`. */
function delegates(options: DocumentNode): readonly CniNeed[] {
  const entries = itemsOf(cniOption(options, 'delegates')) ?? []
  const plugins = entries.slice(0, maxDelegates).flatMap((entry) => itemsOf(nodeAt(entry, 'plugins')) ?? [entry])
  return plugins
    .slice(0, maxDelegates)
    .flatMap((plugin) => needsOf({type: textOf(nodeAt(plugin, 'type')), options: plugin}, 'delegate'))
}

function need(role: CniRole, type: CniText | undefined): readonly CniNeed[] {
  return type && type.value !== '' ? [{type: type.value, role, line: type.line}] : []
}
