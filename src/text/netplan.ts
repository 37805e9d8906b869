import {blockText, type ConfiguredAddress, type ConfiguredInterface} from './configured-interface.ts'
import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'

/**
 * Reads the interfaces of a netplan file or of cloud-init's network configuration, whose version 2 is netplan's format and
 * whose version 1 lists devices with subnets.
 */
export function readNetplan(document: DocumentNode): readonly ConfiguredInterface[] {
  const network = nodeAt(document, 'network')
  const listed = itemsOf(nodeAt(network, 'config'))
  if (listed) return listed.flatMap(deviceOfVersion1)
  return kinds.flatMap((kind) =>
    [...(mappingOf(nodeAt(network, kind)) ?? [])].map(([name, definition]) => ({
      name: textOf(nodeAt(definition, 'set-name')) ?? name,
      addresses: (itemsOf(nodeAt(definition, 'addresses')) ?? []).flatMap(addressOf),
      isDynamic: ['dhcp4', 'dhcp6', 'accept-ra'].some((key) => nodeAt(definition, key)?.value === true),
    })),
  )
}

const kinds = ['ethernets', 'bonds', 'bridges', 'vlans', 'wifis', 'dummy-devices', 'vrfs', 'tunnels']

/** An address is a text, or a mapping of one address to its options. */
function addressOf(node: DocumentNode): readonly ConfiguredAddress[] {
  const [first] = mappingOf(node) ?? []
  const block = first ? first[0] : textOf(node)
  return block === undefined ? [] : [{block: blockText(block, undefined), line: first?.[1].line ?? node.line}]
}

function deviceOfVersion1(device: DocumentNode): readonly ConfiguredInterface[] {
  const name = textOf(nodeAt(device, 'name'))
  const subnets = itemsOf(nodeAt(device, 'subnets')) ?? []
  if (name === undefined || subnets.length === 0) return []
  const addresses = subnets.flatMap((subnet): readonly ConfiguredAddress[] => {
    const address = nodeAt(subnet, 'address')
    const text = textOf(address)
    return address && text ? [{block: blockText(text, textOf(nodeAt(subnet, 'netmask'))), line: address.line}] : []
  })
  const isDynamic = subnets.some((subnet) => /dhcp|slaac/.test(textOf(nodeAt(subnet, 'type')) ?? ''))
  return [{name, addresses, isDynamic}]
}

function textOf(node: DocumentNode | undefined): string | undefined {
  return typeof node?.value === 'string' || typeof node?.value === 'number' ? String(node.value) : undefined
}
