import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {parseResolvConf} from '../text/resolv-conf.ts'

/** A name server of this host and the line that names it. */
export interface NameServer {
  readonly address: string
  readonly source: Origin
}

/** The name servers this host asks: behind the stub of systemd-resolved those it asks in turn. */
export async function nameServers(probe: Probe): Promise<readonly NameServer[]> {
  const own = await readServers(probe, '/etc/resolv.conf')
  const isStub = own.length > 0 && own.every(({address}) => address.startsWith('127.0.0.5'))
  return isStub ? readServers(probe, '/run/systemd/resolve/resolv.conf') : own
}

async function readServers(probe: Probe, path: string): Promise<readonly NameServer[]> {
  const text = await probe.readFile(path)
  if (text.state !== 'read') return []
  return parseResolvConf(text.value).nameservers.map(({address, line}) => ({
    address,
    source: {kind: 'file', path, line},
  }))
}
