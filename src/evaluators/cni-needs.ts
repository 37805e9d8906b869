import {type CniPluginEntry, type CniText, cniOption, textOf} from '../text/cni-config.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'

/** Who runs a plugin: the runtime as first or later plugin of a list, a plugin for addresses, or a plugin that delegates. */
export type CniRole = 'main' | 'chained' | 'ipam' | 'delegate'

/** A plugin type that a configuration needs on disk, and the line that asks for it. */
export interface CniNeed {
  readonly type: string
  readonly role: CniRole
  readonly line: number
  /** Where it is looked for beside the runtime's directories; empty for nowhere. */
  readonly alsoIn: string
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
  if (!type || type.value === '') return []
  const own = need(role, type)
  if (type.value === 'flannel') return [...own, ...flannelDelegates(type, options)]
  return [...own, ...addressing(type.value, options)]
}

/**
 * What a plugin runs for addresses. The egress plugin of the AWS VPC CNI runs nothing while it is disabled, and that of Azure
 * asks a service on the node (`azure-cns`) by itself.
 */
function addressing(type: string, options: DocumentNode): readonly CniNeed[] {
  const isDormant = type === 'egress-cni' && /^false$/i.test(String(cniOption(options, 'enabled')?.value))
  const ipam = textOf(nodeAt(cniOption(options, 'ipam'), 'type'))
  return isDormant || (type === 'azure-vnet' && ipam?.value === 'azure-cns') ? [] : need('ipam', ipam)
}

/** flannel runs bridge and host-local unless told otherwise (flannel-io/cni-plugin). */
function flannelDelegates({line}: CniText, options: DocumentNode): readonly CniNeed[] {
  const delegate = textOf(nodeAt(cniOption(options, 'delegate'), 'type')) ?? {value: 'bridge', line}
  const ipam = textOf(nodeAt(cniOption(options, 'ipam'), 'type')) ?? {value: 'host-local', line}
  return [...need('delegate', delegate), ...need('delegate', ipam)]
}

/** Far more than any configuration carries. */
const maxDelegates = 20

/** multus carries whole configurations, single ones or lists, in `delegates`, and looks for their plugins in its `binDir` too. */
function delegates(options: DocumentNode): readonly CniNeed[] {
  const entries = itemsOf(cniOption(options, 'delegates')) ?? []
  const plugins = entries.slice(0, maxDelegates).flatMap((entry) => itemsOf(nodeAt(entry, 'plugins')) ?? [entry])
  const alsoIn = textOf(cniOption(options, 'binDir'))?.value ?? '/opt/cni/bin'
  return plugins
    .slice(0, maxDelegates)
    .flatMap((plugin) => needsOf({type: textOf(nodeAt(plugin, 'type')), options: plugin}, 'delegate'))
    .map((each) => ({...each, alsoIn}))
}

function need(role: CniRole, type: CniText | undefined): readonly CniNeed[] {
  return type && type.value !== '' ? [{type: type.value, role, line: type.line, alsoIn: ''}] : []
}
