import {blockText, type ConfiguredInterface} from './configured-interface.ts'
import {readShellAssignments} from './shell-assignments.ts'

/** Reads an ifcfg file of the RHEL or SUSE families: `IPADDR`, `IPADDR1`, `IPADDR_0`… with `PREFIX`, `PREFIXLEN` or `NETMASK` of the same ending. */
export function readIfcfg(text: string, fileName: string): ConfiguredInterface {
  const variables = new Map(readShellAssignments(text).map((assignment) => [assignment.name, assignment]))
  const value = (name: string) => variables.get(name)?.value ?? ''
  const addresses = [...variables.values()].flatMap(({name, value: address, line}) => {
    const [, suffix] = /^IPADDR(_?\w*)$/.exec(name) ?? []
    if (suffix !== undefined && address !== '') {
      const masks = [`PREFIX${suffix}`, `PREFIXLEN${suffix}`, `NETMASK${suffix}`].map(value)
      return [
        {
          block: blockText(
            address,
            masks.find((mask) => mask !== ''),
          ),
          line,
        },
      ]
    }
    if (name !== 'IPV6ADDR' && name !== 'IPV6ADDR_SECONDARIES') return []
    return address.split(/\s+/).flatMap((block) => (block === '' ? [] : [{block: blockText(block, undefined), line}]))
  })
  const isDynamic = /dhcp|auto|bootp/i.test(value('BOOTPROTO')) || /^(yes|true|1)$/i.test(value('DHCPV6C'))
  return {name: value('DEVICE') || value('NAME') || fileName.replace(/^ifcfg-/, ''), addresses, isDynamic}
}
