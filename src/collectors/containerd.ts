import {installedVersion} from '../evaluators/component-version.ts'
import {containerdCommand} from '../evaluators/containerd-command.ts'
import {containerdConfig, containerdOption, mainFile} from '../evaluators/containerd-config.ts'
import {
  droppedKeys,
  isCriEnabled,
  misplacedSystemdCgroup,
  mistypedOptions,
  type PlacedKey,
  runtimeHandlers,
  writtenPlugins,
} from '../evaluators/containerd-tables.ts'
import {isProgramInstalled} from '../evaluators/program-presence.ts'
import {isDaemonRunning} from '../evaluators/service-state.ts'
import {isBool, isText, isTexts, isWhole, settingReader} from '../evaluators/setting-leaf.ts'
import {membersOf, type SettingNode, settingAt} from '../evaluators/setting-tree.ts'
import {versionFields} from '../evaluators/version-fields.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, string, strings} from '../facts/fields.ts'
import {absent, at, bare, Unknown, unknown} from '../facts/value.ts'
import {isAtLeast} from '../text/version.ts'

const placed = {name: string('The key with its table path, in dots.'), file: string('The file it is written in.')}

/** containerd as it is installed and configured: the effective CRI options with imports merged. */
export const containerd = collector({
  name: 'containerd',
  about: 'containerd: its version and the effective configuration of its CRI plugin.',
  fields: {
    isRunning: bool('A containerd process runs, or its unit is active.'),
    version: string('Its version as in 1.7.24.'),
    major: int('The major of its version.'),
    minor: int('The minor of its version.'),
    configFile: string('The configuration file it reads.'),
    hasConfigFile: bool('That file exists; without it the defaults hold.'),
    files: strings('The files read, in order.'),
    schema: int('The schema version of the configuration file; 1 where it states none.'),
    hasSchema: bool('The configuration file states a schema version.'),
    problem: string('Why containerd cannot read its configuration; empty when it can.'),
    missingImports: list('Files it is told to import that do not exist.', {name: string('The path.')}),
    disabledPlugins: strings('The plugins it is told not to load, as written.'),
    requiredPlugins: strings('The plugins it cannot start without, as written.'),
    isCriEnabled: bool('None of the plugins that make up its CRI service is disabled.'),
    plugins: list('The plugin tables written in the files.', placed),
    droppedKeys: list('Keys lost because a later file replaces their whole table.', placed),
    misplacedSystemdCgroup: list('SystemdCgroup written where this containerd does not read it.', placed),
    mistypedOptions: list('Options written as another type than they have.', {
      ...placed,
      type: string('The type it must have: boolean, number, string or list.'),
    }),
    defaultRuntime: string('The runtime handler of pods that name none.'),
    runtimes: list('The runtime handlers.', {
      name: string('The name of the handler.'),
      type: string('The shim, as in io.containerd.runc.v2.'),
      systemdCgroup: bool('runc is told to use systemd for control groups.'),
      binaryName: string('The runc-like program; empty for runc on the PATH.'),
    }),
    cniBinDirs: strings('Where it looks for CNI plugins.'),
    isCniBinDirSetTwice: bool('Both bin_dir and bin_dirs are set.'),
    cniConfDir: string('Where it looks for CNI configuration.'),
    cniConfTemplate: string(
      'The template it makes a CNI configuration of when the node has a pod range; empty when unset.',
    ),
    cniMaxConfNum: int('How many CNI configuration files it loads; 0 means all.'),
    useInternalLoopback: bool('It sets up the loopback device itself instead of running the loopback plugin.'),
    enableSelinux: bool('It runs containers with SELinux labels.'),
    sandboxImage: string('The pause image; empty for the default of its version.'),
    snapshotter: string('The snapshotter of images.'),
    registryConfigPath: string('The directories of registry host files; empty when unset.'),
    hasInlineRegistries: bool('Registry mirrors or credentials are written in the configuration itself.'),
    root: string('Where it keeps images and snapshots.'),
  },
  async collect(probe) {
    const [isInstalled, version, config, isRunning, {root: rootFlag}] = await Promise.all([
      isProgramInstalled(probe, 'containerd'),
      probe.once(installedVersion, 'containerd'),
      probe.once(containerdConfig),
      isDaemonRunning(probe, 'containerd', 'containerd.service'),
      probe.once(containerdCommand),
    ])
    const {files, root, runtime, images, major} = config
    if (files.isAbsent) {
      if (isInstalled instanceof Unknown) return isInstalled
      if (bare(isInstalled) === false) return absent('containerd is not installed')
    }
    const {leaf} = settingReader('containerd', files.problem)
    const {problem} = files
    const {path} = config
    const schemaSource = settingAt(mainFile(config), 'version')?.source
    const inRuntime = (...keys: string[]) => containerdOption(runtime, major, ...keys)
    const inImages = (...keys: string[]) => containerdOption(images, major, ...keys)
    const [binDir, binDirs] = [inRuntime('cni', 'bin_dir'), inRuntime('cni', 'bin_dirs')]
    const knowsSeveral = version instanceof Unknown || isAtLeast(version.value, '2.1')
    const ownRoot = settingAt(root, 'root')
    return {
      isRunning,
      ...versionFields(version),
      configFile: path,
      hasConfigFile: at(!files.isAbsent, {kind: 'file', path}),
      files: files.files.map((file) => file.path),
      schema: schemaSource ? at(config.schema, schemaSource) : 1,
      hasSchema: at(config.schema > 0, schemaSource ?? {kind: 'file', path}),
      problem: problem ? at(problem.reason, problem.source) : '',
      missingImports: files.missingImports.map((missing) => ({name: at(missing.path, missing.source)})),
      disabledPlugins: leaf(settingAt(root, 'disabled_plugins'), [], isTexts),
      requiredPlugins: leaf(settingAt(root, 'required_plugins'), [], isTexts),
      isCriEnabled: problem ? unknown(problem.reason, problem.source) : isCriEnabled(config),
      plugins: writtenPlugins(config).map(placedKey),
      droppedKeys: droppedKeys(config).map(placedKey),
      misplacedSystemdCgroup: misplacedSystemdCgroup(config).map(placedKey),
      mistypedOptions: mistypedOptions(config).map((option) => ({...placedKey(option), type: option.type})),
      defaultRuntime: leaf(inRuntime('containerd', 'default_runtime_name'), 'runc', isText),
      runtimes: problem
        ? unknown(problem.reason, problem.source)
        : runtimeHandlers(config).map(({source, name, ...handler}) => ({name: at(name, source), ...handler})),
      cniBinDirs: leaf(cniBinDirs(binDir, knowsSeveral ? binDirs : undefined), ['/opt/cni/bin'], isTexts),
      isCniBinDirSetTwice: isSet(binDir) && isSet(binDirs),
      cniConfDir: leaf(inRuntime('cni', 'conf_dir'), '/etc/cni/net.d', isText),
      cniConfTemplate: leaf(inRuntime('cni', 'conf_template'), '', isText),
      cniMaxConfNum: leaf(inRuntime('cni', 'max_conf_num'), 1, isWhole),
      useInternalLoopback: leaf(inRuntime('cni', 'use_internal_loopback'), false, isBool),
      enableSelinux: leaf(inRuntime('enable_selinux'), false, isBool),
      sandboxImage: leaf(inImages('pinned_images', 'sandbox') ?? inImages('sandbox_image'), '', isText),
      snapshotter: leaf(inImages('snapshotter') ?? inImages('containerd', 'snapshotter'), 'overlayfs', isText),
      registryConfigPath: leaf(inImages('registry', 'config_path'), '', isText),
      hasInlineRegistries: ['mirrors', 'configs'].some((key) => membersOf(inImages('registry', key)).size > 0),
      root: rootFlag ?? leaf(isSet(ownRoot) ? ownRoot : undefined, '/var/lib/containerd', isText),
    }
  },
})

function placedKey({name, source}: PlacedKey) {
  return {name: at(name.replace(/^\./, ''), source), file: source.kind === 'file' ? source.path : ''}
}

/** `bin_dirs`, which containerd knows since 2.1, else `bin_dir` as its only item; an empty value counts as unset. */
function cniBinDirs(binDir: SettingNode | undefined, binDirs: SettingNode | undefined): SettingNode | undefined {
  if (isSet(binDirs)) return binDirs
  return binDir && isSet(binDir) ? {value: [binDir.value], source: binDir.source} : undefined
}

function isSet(setting: SettingNode | undefined): boolean {
  return setting !== undefined && setting.value !== '' && !(Array.isArray(setting.value) && setting.value.length === 0)
}
