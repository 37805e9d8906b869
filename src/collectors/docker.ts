import {criDockerd} from '../evaluators/cri-dockerd.ts'
import {defaultBridge, userBridges} from '../evaluators/dockerd-bridge.ts'
import {dockerdCgroupDriver} from '../evaluators/dockerd-cgroup-driver.ts'
import {configFindings} from '../evaluators/dockerd-config-findings.ts'
import {optionConflicts} from '../evaluators/dockerd-conflicts.ts'
import {changedFlags, newerFile} from '../evaluators/dockerd-drift.ts'
import {optionFields, unitFields} from '../evaluators/dockerd-fields.ts'
import {uplinkMtu} from '../evaluators/dockerd-host.ts'
import {argumentsInOneWord, type MisreadArgument, misreadBooleans} from '../evaluators/dockerd-misread.ts'
import {type DockerdSources, dockerdSources} from '../evaluators/dockerd-options.ts'
import {dockerdStorage} from '../evaluators/dockerd-storage.ts'
import {unusedOptions} from '../evaluators/dockerd-unused.ts'
import {flannelsIpMasq} from '../evaluators/flannel-docker-options.ts'
import {moduleState} from '../evaluators/kernel-module.ts'
import {processes} from '../evaluators/processes.ts'
import {sysctlAtBoot} from '../evaluators/sysctl-boot.ts'
import {hasFailed} from '../evaluators/unit-failure.ts'
import {isEnabled} from '../evaluators/unit-state.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'

/** Made anew for each list: expressions tell records of different lists apart by their fields. */
const misread = () => ({
  name: string('The flag that was meant, as in --iptables.'),
  written: string('What stands on the command line.'),
  meaning: string('What dockerd makes of it.'),
})

/** The host's own dockerd: its state, its effective options at the next start, and what is wrong with how they are set. */
export const docker = collector({
  name: 'docker',
  about: 'The host’s own dockerd: its state, its options at the next start, and what is wrong with how they are set.',
  fields: {
    isRunning: bool('A dockerd process runs on the host itself.'),
    isEnabled: bool('Something starts it at boot: its unit or its socket.'),
    version: string('Its version as in 20.10.24.'),
    unit: string('The service that starts it; empty when none does.'),
    mountFlags: string('MountFlags= of its unit; empty when unset.'),
    iptables: bool('It writes iptables rules.'),
    ip6tables: bool('It writes ip6tables rules.'),
    ipMasq: bool('It masquerades what containers send; without iptables it cannot.'),
    ipForward: bool('It switches forwarding on.'),
    ipForwardNoDrop: bool('It leaves the FORWARD policy alone when it switches forwarding on.'),
    icc: bool('Containers of one bridge may talk to each other.'),
    userlandProxy: bool('It serves published ports by a proxy process too.'),
    ignoresBridgeFilter: bool('It starts without br_netfilter (DOCKER_IGNORE_BR_NETFILTER_ERROR=1).'),
    firewallBackend: string('How it writes firewall rules: iptables or nftables.'),
    bip: string('The address given to its default bridge; empty when it picks one.'),
    bipProblem: string('Why that address cannot be the bridge’s; empty when it can.'),
    bridge: string('The bridge it is told to use instead of docker0; none for no bridge, empty when unset.'),
    bridgeName: string('The default bridge; empty when there is none.'),
    bridgeNetwork: string('The network of the default bridge, as in 172.17.0.0/16; empty when there is none.'),
    bridgeNetworkNow: string('The network that bridge has now; empty when it is not there.'),
    fixedCidr: string('The part of the bridge’s network that containers get; empty for all.'),
    mtuBytes: int('The MTU of its default bridge.'),
    addressPools: strings('The blocks it takes networks of users from.'),
    hasOwnPools: bool('Its address pools are configured rather than built in.'),
    userBridges: list('Bridges of networks that users made.', {
      name: string('The interface, as in br-0123456789ab.'),
      network: string('Its network.'),
    }),
    cgroupDriver: string('systemd or cgroupfs.'),
    cgroupParent: string('The control group of containers; empty for the default.'),
    selinuxEnabled: bool('It labels containers.'),
    liveRestore: bool('Containers survive its restart.'),
    isSwarmMember: bool('It is part of a swarm.'),
    logDriver: string('The log driver of containers, as in json-file.'),
    logMaxSize: string('The size at which container logs are rotated; empty for never.'),
    dataRoot: string('Where it keeps images and containers.'),
    storageDriver: string('The storage driver; empty when it will choose one.'),
    storageOptions: strings('Options of the storage driver.'),
    usesLoopFiles: bool('The devicemapper driver keeps its data in a loop file.'),
    minApiVersion: string('The lowest API version that is set; empty for the default.'),
    configFile: string('The configuration file it reads.'),
    isConfigFileMissing: bool('A flag names a configuration file that does not exist.'),
    configProblem: string('Why dockerd cannot read the configuration file; empty when it can.'),
    duplicateKeys: list('Keys that stand twice in the configuration file.', {
      name: string('The key.'),
      firstLine: int('The line whose value is lost.'),
    }),
    unknownKeys: list('Keys of the configuration file that this release does not know.', {
      name: string('The key.'),
      advice: string('What is wrong with it.'),
    }),
    quotedBooleans: list('Booleans that the configuration file holds as texts.', {
      name: string('The key.'),
      written: string('The value as written.'),
    }),
    bareLogOptions: list('Log options in the configuration file that are no texts.', {
      name: string('The option, as in max-file.'),
      written: string('The value as written.'),
    }),
    conflicts: list('Options set by a flag and in the configuration file.', {
      name: string('The key in the file.'),
      flag: string('The flag as written.'),
      flagValue: string('The value of the flag.'),
    }),
    misreadBooleans: list('Boolean flags that do not mean what they say.', misread()),
    argumentsInOneWord: list('Arguments that hold several options or quotes meant for a shell.', misread()),
    unusedOptions: list('Options in files or variables that the unit does not use.', {
      name: string('The variable.'),
      path: string('The file.'),
      value: string('The options.'),
      reason: string('Why they have no effect.'),
      isFlannel: bool('flannel wrote the file.'),
    }),
    changedFlags: list('Flags that the running dockerd has otherwise than the next start.', {
      name: string('The flag.'),
      running: string('What it runs with; empty when it lacks the flag.'),
      configured: string('What the unit says now; empty when it lacks the flag.'),
    }),
    bootIpForward: string('What sysctl.d sets net.ipv4.ip_forward to before it starts; empty when nothing does.'),
    bridgeFilter: string('The module br_netfilter: loaded, builtin, available, blocked or missing.'),
    uplinkMtuBytes: int('The MTU of the interface of the default route; 0 without one.'),
    criRuntimes: strings('The runtimes beside it that a kubelet of 1.24 or later can use.'),
    hasStorageSetupFailed: bool('docker-storage-setup.service is in the failed state.'),
    newerFile: string(
      'A unit, drop-in or configuration file written after it started that needs a restart; empty for none.',
    ),
  },
  async collect(probe) {
    const sources = await probe.once(dockerdSources)
    if ('state' in sources)
      return sources.state === 'absent' ? absent(sources.reason) : unknown(sources.reason, sources.source)
    const {command, config} = sources
    const changed = changedFlags(command)
    const [bridge, bridges, storage, cgroupDriver, enabled, newer, unused, host, promised] = await Promise.all([
      defaultBridge(probe, sources),
      userBridges(probe),
      dockerdStorage(probe, sources),
      dockerdCgroupDriver(probe, sources),
      startsAtBoot(probe),
      newerFile(probe, command, config),
      probe.once(unusedOptions),
      hostFields(probe),
      flannelsIpMasq(probe, sources),
    ])
    return {
      isRunning: command.process ? at(true, command.process.source) : await isStopped(probe),
      isEnabled: enabled,
      ...unitFields(sources),
      ...optionFields(sources, promised),
      ...host,
      bridgeName: bridge.name,
      bridgeNetwork: bridge.network,
      bridgeNetworkNow: bridge.current,
      userBridges: bridges.map(({name, network, source}) => ({name: at(name, source), network: at(network, source)})),
      cgroupDriver,
      isSwarmMember: storage.isSwarmMember,
      dataRoot: storage.dataRoot,
      storageDriver: storage.driver,
      usesLoopFiles: storage.usesLoopFiles,
      ...configFindings(config),
      conflicts:
        configGap(sources) ??
        optionConflicts(sources).map(({key, flag, flagValue, flagSource, fileSource}) => ({
          name: at(key, fileSource),
          flag: at(flag, flagSource),
          flagValue: at(flagValue, flagSource),
        })),
      misreadBooleans: misreadBooleans(command.planned).map(misreadFields),
      argumentsInOneWord: argumentsInOneWord(command.planned).map(misreadFields),
      unusedOptions: unused.gap
        ? unknown(unused.gap.reason, unused.gap.source)
        : unused.unused.map(({variable, source, path, value, reason, isFlannel}) => ({
            name: at(variable, source),
            path,
            value: at(value, source),
            reason,
            isFlannel,
          })),
      changedFlags:
        command.unitGap ??
        (changed instanceof Unknown
          ? changed
          : changed.map(({flag, running, configured, source}) => ({
              name: flag,
              running: at(running, source),
              configured,
            }))),
      newerFile: newer,
    }
  },
})

function misreadFields({flag, written, meaning, source}: MisreadArgument) {
  return {name: flag, written: at(written, source), meaning}
}

/** Why a flag may stand in a file that cannot be read as well. */
function configGap({command, config: {state, reason, path}}: DockerdSources): Unknown | undefined {
  const hasFlags = command.planned.flags.flags.size > 0
  return state === 'unknown' && hasFlags ? unknown(reason ?? 'is not known', {kind: 'file', path}) : undefined
}

/** No process is proof only where processes can be seen. */
async function isStopped(probe: Probe): Promise<Leaf<boolean>> {
  const all = await probe.once(processes)
  return all.state === 'read' ? at(false, all.source) : unknown(all.reason, all.source)
}

/** systemd starts dockerd by its unit or, on the first request, by its socket. */
async function startsAtBoot(probe: Probe): Promise<Leaf<boolean>> {
  const units = await Promise.all(['docker.service', 'docker.socket'].map((name) => isEnabled(probe, name)))
  return units.find((leaf) => bare(leaf) === true) ?? units.find((leaf) => bare(leaf) === undefined) ?? false
}

/** What the host has that decides whether dockerd starts and what it does. */
async function hostFields(probe: Probe) {
  const [bootIpForward, bridgeFilter, uplinkMtuBytes, runtimes, hasStorageSetupFailed] = await Promise.all([
    probe.once(sysctlAtBoot, 'net.ipv4.ip_forward'),
    probe.once(moduleState, 'br_netfilter'),
    uplinkMtu(probe),
    criRuntimes(probe),
    hasFailed(probe, 'docker-storage-setup.service'),
  ])
  return {bootIpForward, bridgeFilter, uplinkMtuBytes, criRuntimes: runtimes, hasStorageSetupFailed}
}

async function criRuntimes(probe: Probe): Promise<Leaf<readonly string[]>> {
  const [ofContainerd, ofCrio, adapter] = await Promise.all([
    probe.fact(containerd),
    probe.fact(crio),
    probe.once(criDockerd),
  ])
  const names: string[] = []
  if (ofContainerd instanceof Unknown) return ofContainerd
  if (!(ofContainerd instanceof Absent)) {
    const {isCriEnabled} = ofContainerd
    if (isCriEnabled instanceof Unknown) return isCriEnabled
    if (bare(isCriEnabled)) names.push('containerd')
  }
  if (!(ofCrio instanceof Absent)) names.push('cri-o')
  if (adapter.state !== 'absent') names.push('cri-dockerd')
  return names
}
