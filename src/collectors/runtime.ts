import {installedVersion} from '../evaluators/component-version.ts'
import {criDockerdCni} from '../evaluators/cri-dockerd-cni.ts'
import {isKubeletInstalled} from '../evaluators/kubelet-installed.ts'
import {type RuntimeChoice, runtimeChoice, runtimeSockets, untoldRuntime} from '../evaluators/runtime-choice.ts'
import {writtenEndpoint} from '../evaluators/runtime-endpoint.ts'
import {isDaemonRunning} from '../evaluators/service-state.ts'
import {versionFields} from '../evaluators/version-fields.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'
import {kubelet} from './kubelet.ts'

/** The container runtime the kubelet uses, whichever it is. */
export const runtime = collector({
  name: 'runtime',
  about: 'The container runtime the kubelet uses, and the settings every runtime has.',
  fields: {
    name: string('containerd, cri-o or docker; empty when none can be told.'),
    shim: string('How the kubelet reaches Docker: dockershim or cri-dockerd; empty for other runtimes.'),
    endpoint: string('The CRI socket as unix:///run/...; empty for dockershim and when no runtime can be told.'),
    isEndpointSet: bool('The kubelet is given the endpoint; else it is a default or the runtime found here.'),
    writtenEndpoint: string('The endpoint as it is written for the kubelet; empty when it is not.'),
    sockets: list('The known CRI sockets that exist.', {
      name: string('The path of the socket.'),
      runtime: string('The program it belongs to: containerd, crio or cri-dockerd.'),
    }),
    version: string('Its version as in 1.7.24.'),
    major: int('The major of its version.'),
    minor: int('The minor of its version.'),
    isRunning: bool('Its daemon runs.'),
    cgroupDriver: string('systemd or cgroupfs.'),
    reportsCgroupDriver: bool('It tells the kubelet its cgroup driver (CRI RuntimeConfig).'),
    cniBinDirs: strings('Where it looks for CNI plugins.'),
    cniConfDir: string('Where it looks for CNI configuration.'),
  },
  async collect(probe) {
    const choice = await probe.once(runtimeChoice)
    const {program, unit} = daemons[choice.name]
    const [version, isRunning, sockets, written, settings] = await Promise.all([
      program === '' ? untoldRuntime(choice) : probe.once(installedVersion, program),
      program === '' ? untoldRuntime(choice) : isDaemonRunning(probe, program, unit),
      runtimeSockets(probe),
      writtenEndpoint(probe),
      settingsOf(probe, choice),
    ])
    return {
      name: choice.gap ?? at(choice.name, choice.source),
      shim:
        choice.gap ??
        (choice.name === 'docker' && choice.shim === '' ? await untoldShim(probe) : at(choice.shim, choice.source)),
      endpoint: choice.endpoint,
      isEndpointSet: choice.isEndpointSet,
      writtenEndpoint: written,
      sockets: sockets.map(({path, runtime: owner}) => ({name: at(path, {kind: 'file', path}), runtime: owner})),
      ...versionFields(version),
      isRunning,
      reportsCgroupDriver: reportsCgroupDriver(choice.name, version),
      ...settings,
    }
  },
})

/** Beside Docker alone only the kubelet's release tells whether it has dockershim; without its program none is looked for. */
async function untoldShim(probe: Probe): Promise<Leaf<string>> {
  const [version, isInstalled, answer] = await Promise.all([
    probe.once(installedVersion, 'kubelet'),
    isKubeletInstalled(probe),
    probe.run(['kubelet', '--version']),
  ])
  return version instanceof Unknown && bare(isInstalled) !== false && answer.state !== 'absent' ? version : ''
}

interface RuntimeSettings {
  readonly cgroupDriver: Leaf<string>
  readonly cniBinDirs: Leaf<readonly Leaf<string>[]>
  readonly cniConfDir: Leaf<string>
}

const daemons: Readonly<Record<RuntimeChoice['name'], {readonly program: string; readonly unit: string}>> = {
  containerd: {program: 'containerd', unit: 'containerd.service'},
  'cri-o': {program: 'crio', unit: 'crio.service'},
  docker: {program: 'dockerd', unit: 'docker.service'},
  '': {program: '', unit: ''},
}

/** Since containerd 2.0 and CRI-O 1.28; Docker's shims do not. */
function reportsCgroupDriver(
  name: RuntimeChoice['name'],
  version: Awaited<ReturnType<typeof installedVersion>>,
): Leaf<boolean> {
  if (name === 'docker') return false
  if (version instanceof Unknown) return version
  const {major, minor} = version.value
  return at(name === 'containerd' ? major >= 2 : major > 1 || minor >= 28, version.source)
}

async function settingsOf(probe: Probe, choice: RuntimeChoice): Promise<RuntimeSettings> {
  const {name, shim} = choice
  if (name === 'containerd') {
    const facts = await probe.fact(containerd)
    if (facts instanceof Absent || facts instanceof Unknown) return unknownSettings(facts.reason)
    const {cniBinDirs, cniConfDir, defaultRuntime, runtimes} = facts
    const wanted = bare(defaultRuntime)
    const isWanted = (handler: {readonly name: Leaf<string>}) => bare(handler.name) === wanted
    const handlers = (bare(runtimes) ?? []).flatMap((each) =>
      each instanceof Absent || each instanceof Unknown ? [] : [each],
    )
    const driver = runtimes instanceof Unknown ? runtimes : driverOf(handlers.find(isWanted)?.systemdCgroup)
    return {cgroupDriver: driver, cniBinDirs, cniConfDir}
  }
  if (name === 'cri-o') {
    const facts = await probe.fact(crio)
    if (facts instanceof Absent || facts instanceof Unknown) return unknownSettings(facts.reason)
    return {cgroupDriver: facts.cgroupManager, cniBinDirs: facts.pluginDirs, cniConfDir: facts.networkDir}
  }
  if (name === '') return unknownSettings(untoldRuntime(choice).reason)
  const facts = await probe.fact(docker)
  const cgroupDriver = facts instanceof Absent || facts instanceof Unknown ? unknown(facts.reason) : facts.cgroupDriver
  if (shim === 'cri-dockerd') {
    const {binDirs, confDir} = await criDockerdCni(probe)
    return {cgroupDriver, cniBinDirs: binDirs, cniConfDir: confDir}
  }
  const node = await probe.fact(kubelet)
  if (node instanceof Absent || node instanceof Unknown) return {...unknownSettings(node.reason), cgroupDriver}
  return {cgroupDriver, cniBinDirs: listed(node.cniBinDir), cniConfDir: node.cniConfDir}
}

function unknownSettings(reason: string): RuntimeSettings {
  return {cgroupDriver: unknown(reason), cniBinDirs: unknown(reason), cniConfDir: unknown(reason)}
}

function driverOf(systemdCgroup: Leaf<boolean> | undefined): Leaf<string> {
  if (systemdCgroup === undefined) return unknown('the default runtime of containerd is not defined')
  if (systemdCgroup instanceof Unknown) return systemdCgroup
  if (typeof systemdCgroup === 'boolean') return systemdCgroup ? 'systemd' : 'cgroupfs'
  return at(systemdCgroup.value ? 'systemd' : 'cgroupfs', systemdCgroup.source)
}

/** dockershim takes several directories separated by commas. */
function listed(directories: Leaf<string>): Leaf<readonly string[]> {
  if (directories instanceof Unknown) return directories
  if (typeof directories === 'string') return directories.split(',')
  return at(directories.value.split(','), directories.source)
}
