import {deviceOwner} from '../evaluators/device-owner.ts'
import {hostRoutes} from '../evaluators/host-routes.ts'
import {collector} from '../facts/collector.ts'
import {int, list, string, strings} from '../facts/fields.ts'
import {at, unknown} from '../facts/value.ts'

/** The routes of the running machine. */
export const routes = collector({
  name: 'routes',
  about: 'The routes of the running machine, of all tables.',
  fields: {
    routes: list('The routes, those of the local table left out; one with several next hops is there for each.', {
      name: string('The destination and the way to it.'),
      destination: string('The block it leads to; 0.0.0.0/0 or ::/0 for a default route.'),
      family: int('4 or 6.'),
      type: string('unicast, blackhole, unreachable and so on.'),
      table: string('The routing table, as in main.'),
      device: string('The interface; empty for blackholes.'),
      gateway: string('The next hop; empty for a network the host stands in.'),
      protocol: string('Who added it, as in kernel, static or bird.'),
      owner: string('Who makes the interface: host, cni, docker, service, container, tunnel or loopback.'),
    }),
    defaultDevices: strings('The interfaces of the default routes of the main table.'),
  },
  async collect(probe) {
    const found = await probe.once(hostRoutes)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const shown = found.routes.filter(({table}) => table !== 'local')
    const defaults = shown.filter(({destination, table}) => destination.prefix === 0 && table === 'main')
    return {
      routes: shown.map(({destination, type, table, device, gateway = '', protocol, source}) => ({
        name: `${destination.canonical}${gateway === '' ? '' : ` via ${gateway}`} ${device === '' ? type : `dev ${device}`}`,
        destination: at(destination.canonical, source),
        family: destination.family,
        type,
        table,
        device,
        gateway,
        protocol,
        owner: device === '' ? 'host' : deviceOwner(device),
      })),
      defaultDevices: [...new Set(defaults.map(({device}) => device))].filter((device) => device !== ''),
    }
  },
})
