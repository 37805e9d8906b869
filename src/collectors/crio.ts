import {installedVersion} from '../evaluators/component-version.ts'
import {storageGraphRoot} from '../evaluators/containers-storage.ts'
import {type CrioConfig, crioConfig, crioOption} from '../evaluators/crio-config.ts'
import {isProgramInstalled} from '../evaluators/program-presence.ts'
import {isDaemonRunning} from '../evaluators/service-state.ts'
import {isText, isTexts, settingReader} from '../evaluators/setting-leaf.ts'
import {lostSettings, membersOf, plainSetting, type SettingNode, settingAt} from '../evaluators/setting-tree.ts'
import {versionFields} from '../evaluators/version-fields.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import {absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'

/** CRI-O as it is installed and configured: crio.conf, its drop-ins and its flags merged. */
export const crio = collector({
  name: 'crio',
  about: 'CRI-O: its version and effective configuration.',
  fields: {
    isRunning: bool('A crio process runs, or its unit is active.'),
    version: string('Its version as in 1.30.4.'),
    major: int('The major of its version.'),
    minor: int('The minor of its version, that of the Kubernetes it is made for.'),
    files: strings('The files read, in order; CRI-O reads every file of crio.conf.d whatever its name.'),
    problem: string('Why its configuration cannot be read; empty when it can.'),
    overridden: list('Settings of one file that a later file or flag overrides with another value.', {
      name: string('The setting with its table, in dots.'),
      value: string('The value in force.'),
      overriddenValue: string('The value without effect.'),
      overriddenFile: string('The file that holds it.'),
    }),
    cgroupManager: string('systemd or cgroupfs.'),
    conmonCgroup: string('The control group of conmon as it is set; empty when unset.'),
    defaultRuntime: string('The runtime of pods that name none.'),
    runtimes: list('The runtimes defined.', {
      name: string('The name of the runtime.'),
      path: string('Its program; empty to look it up in PATH by name.'),
      type: string('oci or vm; empty for oci.'),
    }),
    networkDir: string('Where it looks for CNI configuration.'),
    pluginDirs: strings('Where it looks for CNI plugins, in order.'),
    isPluginDirsSet: bool('plugin_dirs is set, which replaces the built-in list.'),
    cniDefaultNetwork: string('The name of the network it waits for; empty for the first that is valid.'),
    selinux: string('enabled or disabled as it is set; empty when it follows the host.'),
    pauseImage: string('The pause image; empty for the default of its version.'),
    listen: string('The socket it listens on.'),
    root: string(
      'Where it keeps images and containers, by its own or by storage.conf; empty for the default of containers-storage.',
    ),
  },
  async collect(probe) {
    const [isInstalled, version, config, isRunning] = await Promise.all([
      isProgramInstalled(probe, 'crio'),
      probe.once(installedVersion, 'crio'),
      probe.once(crioConfig),
      isDaemonRunning(probe, 'crio', 'crio.service'),
    ])
    if (config.files.length === 0) {
      if (isInstalled instanceof Unknown) return isInstalled
      if (bare(isInstalled) === false) return absent('CRI-O is not installed')
    }
    const {leaf} = settingReader('cri-o', config.problem)
    const runtime = (key: string) => crioOption(config, 'runtime', key)
    return {
      isRunning,
      ...versionFields(version),
      files: config.files,
      problem: config.problem ? at(config.problem.reason, config.problem.source) : '',
      overridden: overridden(config),
      cgroupManager: leaf(runtime('cgroup_manager'), 'systemd', isText),
      conmonCgroup: leaf(runtime('conmon_cgroup'), '', isText),
      defaultRuntime: defaultRuntime(leaf(runtime('default_runtime'), '', isText), version),
      runtimes: [...membersOf(runtime('runtimes'))].map(([name, handler]) => ({
        name: at(name, handler.source),
        path: leaf(settingAt(handler, 'runtime_path'), '', isText),
        type: leaf(settingAt(handler, 'runtime_type'), '', isText),
      })),
      networkDir: leaf(crioOption(config, 'network', 'network_dir'), '/etc/cni/net.d/', isText),
      pluginDirs: leaf(pluginDirs(config), ['/opt/cni/bin/'], isTexts),
      isPluginDirsSet: crioOption(config, 'network', 'plugin_dirs') !== undefined,
      cniDefaultNetwork: leaf(crioOption(config, 'network', 'cni_default_network'), '', isText),
      selinux: leaf(selinux(runtime('selinux')), '', isText),
      pauseImage: leaf(crioOption(config, 'image', 'pause_image'), '', isText),
      listen: leaf(crioOption(config, 'api', 'listen'), '/var/run/crio/crio.sock', isText),
      root: leaf(crioOption(config, '', 'root') ?? (await storageGraphRoot(probe)), '', isText),
    }
  },
})

function overridden({settings}: CrioConfig) {
  return lostSettings(settings).map(({name, winner, value, source}) => ({
    name: at(name, winner.source),
    value: at(JSON.stringify(plainSetting(winner)), winner.source),
    overriddenValue: at(JSON.stringify(value), source),
    overriddenFile: source.kind === 'file' ? source.path : '',
  }))
}

/** crun since 1.31, runc before. */
function defaultRuntime(set: Leaf<string>, version: Awaited<ReturnType<typeof installedVersion>>): Leaf<string> {
  if (set instanceof Unknown || typeof set === 'string' || set.value !== '') return set
  if (version instanceof Unknown) return unknown(`the default depends on the version: ${version.reason}`)
  const {major, minor} = version.value
  return at(major > 1 || minor >= 31 ? 'crun' : 'runc', {kind: 'default', of: 'cri-o'})
}

/** `plugin_dirs` with the older `plugin_dir` appended. */
function pluginDirs(config: CrioConfig): SettingNode | undefined {
  const dirs = crioOption(config, 'network', 'plugin_dirs')
  const dir = crioOption(config, 'network', 'plugin_dir')
  if (!dir || dir.value === '') return dirs
  const before: readonly unknown[] =
    dirs === undefined ? ['/opt/cni/bin/'] : Array.isArray(dirs.value) ? dirs.value : []
  return {value: [...before, dir.value], source: dir.source}
}

function selinux(set: SettingNode | undefined): SettingNode | undefined {
  if (set?.value === true) return {value: 'enabled', source: set.source}
  return set?.value === false ? {value: 'disabled', source: set.source} : set
}
