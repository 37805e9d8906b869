import type {Probe} from '../facts/probe.ts'
import {at, type Located} from '../facts/value.ts'
import {addonVariables} from './addon-environment.ts'
import {addonManifests} from './addon-manifests.ts'
import {declaredFlag} from './component-declaration.ts'
import {controlPlane} from './control-plane.ts'
import {hostAddresses, hostAddressesGap} from './host-networks.ts'
import {type OverlayNetwork, unknownNetwork} from './overlay-network.ts'
import {serviceCommand} from './service-command.ts'
import {toldStatements} from './told-statements.ts'

/**
 * What Weave Net does on this host. Its range is what its router, launch script or manifest was given, else the network of
 * its bridge; a launch that gives none means the default, and where no launch is seen it should be what the user says
 * pods have.
 */
export async function overlayWeave(probe: Probe): Promise<OverlayNetwork> {
  const {declarations} = await probe.once(controlPlane)
  const given = ['ipalloc-range', 'iprange'].flatMap((flag) => declaredFlag(declarations, 'weave', flag))
  const launch = await launchScript(probe)
  const [variable] = addonVariables(await probe.once(addonManifests), 'IPALLOC_RANGE')
  const isLaunchSeen = declarations.some(({component, isInForce}) => component === 'weave' && isInForce)
  const [first] = given
  const set = (first && at(first.value, first.source)) ?? launch.range ?? variable
  const found = set ?? (isLaunchSeen || launch.isSeen ? undefined : await seenRange(probe))
  const isUnseen = !found && !isLaunchSeen && !launch.isSeen
  return {
    ...unknownNetwork,
    gap: isUnseen ? await hostAddressesGap(probe) : undefined,
    networks: [found ?? at(defaultRange, {kind: 'default', of: 'weave'})],
    basis: found ? 'set' : isLaunchSeen || launch.isSeen ? 'default' : 'assumed',
    masquerades: at(true, {kind: 'default', of: 'weave'}),
    backend: at('fastdp', {kind: 'default', of: 'weave'}),
  }
}

const defaultRange = '10.32.0.0/12'

interface Launch {
  readonly isSeen: boolean
  readonly range?: Located<string>
}

/** The range in the script that the unit of Weave runs, variables of the unit's environment replaced. */
async function launchScript(probe: Probe): Promise<Launch> {
  const service = await probe.once(serviceCommand, 'weave.service')
  const program = service.state === 'found' ? service.words[0]?.text : undefined
  for (const path of new Set([program ?? usualScript, usualScript])) {
    const text = await probe.readFile(path)
    if (text.state !== 'read' || !text.value.startsWith('#!')) continue
    for (const [index, line] of text.value.split('\n').entries()) {
      const full = line.replace(/\$\{?(\w+)\}?/g, (written, name) =>
        service.state === 'found' ? (service.environment.get(name)?.value ?? written) : written,
      )
      const range = /--?ip(?:alloc-)?range[= ]["']?([\da-f.:]+\/\d+)/i.exec(full)?.[1]
      if (range !== undefined) return {isSeen: true, range: at(range, {kind: 'file', path, line: index + 1})}
    }
    if (/\blaunch(-router)?\b/.test(text.value)) return {isSeen: true}
  }
  return {isSeen: false}
}

const usualScript = '/usr/local/bin/weavewrap'

/** The network of the bridge that Weave has made, else the pod range the user states. */
async function seenRange(probe: Probe): Promise<Located<string> | undefined> {
  const all = await probe.once(hostAddresses)
  const bridge = all.state === 'read' ? all.addresses.find((address) => address.interface === 'weave') : undefined
  if (bridge) return at(bridge.block.canonical, bridge.source)
  const [told] = await toldStatements(probe, 'podCidr')
  return told && at(told.value, told.source)
}
