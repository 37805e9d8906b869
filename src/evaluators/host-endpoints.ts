import type {Probe} from '../facts/probe.ts'
import type {Source} from '../source.ts'
import {parseIp} from '../text/ip-address.ts'
import {apiServerOf} from './api-server.ts'
import {hostRoutes} from './host-routes.ts'
import {nameServers} from './name-servers.ts'
import {serviceCommand} from './service-command.ts'

/** An address that this node must reach outside of the cluster's ranges, and what it is. */
export interface HostEndpoint {
  readonly role: 'default gateway' | 'API server' | 'name server' | 'time server' | 'proxy'
  readonly address: string
  readonly source: Source
}

/** The default gateways, the API server, the name servers, time servers and proxies of this host, where they go by address. */
export async function hostEndpoints(probe: Probe): Promise<readonly HostEndpoint[]> {
  const [routes, server, resolvers, clocks, proxies] = await Promise.all([
    probe.once(hostRoutes),
    probe.once(apiServerOf),
    probe.once(nameServers),
    timeServers(probe),
    proxyServers(probe),
  ])
  const gateways =
    routes.state === 'read'
      ? routes.routes.filter(({destination, table}) => destination.prefix === 0 && table === 'main')
      : []
  const serverHost = server && /^(?:\w+:\/\/)?\[?([\d.]+|[\da-fA-F:]+)\]?(?::\d+)?\/?$/.exec(server.value)?.[1]
  const found: HostEndpoint[] = [
    ...gateways.flatMap(({gateway, source}) =>
      gateway === undefined ? [] : [{role: 'default gateway' as const, address: gateway, source}],
    ),
    ...(server && serverHost ? [{role: 'API server' as const, address: serverHost, source: server.source}] : []),
    ...resolvers.map(({address, source}) => ({role: 'name server' as const, address, source})),
    ...clocks,
    ...proxies,
  ]
  return found.filter(({address}) => parseIp(address).ok && !/^(127\.|169\.254\.|::1$|fe80:)/.test(address))
}

/** The proxies that the runtime and the kubelet are told to pull images and to call through. */
async function proxyServers(probe: Probe): Promise<readonly HostEndpoint[]> {
  const services = await Promise.all(proxyUsers.map((unit) => probe.once(serviceCommand, unit)))
  return services.flatMap((service) =>
    [...(service.state === 'found' ? service.environment : [])].flatMap(([name, {value, source}]) => {
      const host = /^https?_proxy$/i.test(name) && URL.canParse(value) ? new URL(value).hostname : ''
      return host === '' ? [] : [{role: 'proxy' as const, address: host.replace(/^\[|\]$/g, ''), source}]
    }),
  )
}

const proxyUsers = ['containerd.service', 'docker.service', 'crio.service', 'kubelet.service']

async function timeServers(probe: Probe): Promise<readonly HostEndpoint[]> {
  const texts = await Promise.all(timeFiles.map(async (path) => ({path, text: await probe.readFile(path)})))
  return texts.flatMap(({path, text}) => {
    const lines = text.state === 'read' ? text.value.split('\n') : []
    return lines.flatMap((content, index) => {
      const [, words = ''] = /^\s*(?:(?:server|pool|peer)\s+|(?:Fallback)?NTP\s*=)(.*)$/.exec(content) ?? []
      return words
        .split(/\s+/)
        .filter((word) => parseIp(word).ok)
        .map((address) => ({
          role: 'time server' as const,
          address,
          source: {kind: 'file' as const, path, line: index + 1},
        }))
    })
  })
}

const timeFiles = ['/etc/chrony.conf', '/etc/chrony/chrony.conf', '/etc/ntp.conf', '/etc/systemd/timesyncd.conf']
