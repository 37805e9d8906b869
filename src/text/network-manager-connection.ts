import {blockText, type ConfiguredInterface} from './configured-interface.ts'
import {type IniSections, iniValue, keyfileList, readIni} from './ini.ts'

/** Reads a NetworkManager keyfile: `address1=10.0.0.5/24,10.0.0.1` of the sections ipv4 and ipv6, in force with the method `manual`. */
export function readNetworkManagerConnection(text: string): ConfiguredInterface {
  const {sections} = readIni(text, 'keyfile')
  const families = ['ipv4', 'ipv6']
  return {
    name: iniValue(sections, 'connection', 'interface-name')?.value ?? '',
    addresses: families.flatMap((family) => addressesOf(sections, family)),
    isDynamic: families.some((family) => /^(auto|dhcp)$/.test(iniValue(sections, family, 'method')?.value ?? '')),
  }
}

/** NetworkManager adds fixed addresses to those of DHCP as well. */
function addressesOf(sections: IniSections, family: string): ConfiguredInterface['addresses'] {
  if (/^(disabled|ignore|link-local)$/.test(iniValue(sections, family, 'method')?.value ?? '')) return []
  return [...(sections.get(family) ?? [])].flatMap(([key, values]) => {
    const last = values.at(-1)
    if (!last || !/^address(es)?\d*$/.test(key)) return []
    return keyfileList(last.value).flatMap((item) => {
      const [address = ''] = item.split(/[,\s]/)
      return address === '' ? [] : [{block: blockText(address, undefined), line: last.line}]
    })
  })
}
