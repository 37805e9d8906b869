import {blockText, type ConfiguredInterface} from './configured-interface.ts'
import {readUnitFile} from './systemd-unit.ts'

/** Reads a systemd-networkd `.network` file: `Address=` of the sections Network and Address, `DHCP=`. */
export function readNetworkdNetwork(text: string): ConfiguredInterface {
  const {assignments} = readUnitFile(text)
  const last = (section: string, key: string) =>
    assignments.findLast((assignment) => assignment.section === section && assignment.key === key)?.value
  const addresses = assignments.filter(
    ({section, key, value}) => key === 'Address' && (section === 'Network' || section === 'Address') && value !== '',
  )
  return {
    name: last('Match', 'Name') ?? last('Match', 'MACAddress') ?? '',
    addresses: addresses.map(({value, line}) => ({block: blockText(value, undefined), line})),
    isDynamic: !/^(no|false|off|0|none)$/i.test(last('Network', 'DHCP') ?? 'no'),
  }
}
