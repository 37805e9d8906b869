import {fileRecord, winnerRecord} from '../evaluators/cni-config-record.ts'
import {cniDirectoryRecord, danglingLinks} from '../evaluators/cni-directory-record.ts'
import {bypassesCni, expectedNetwork, isCniExpected} from '../evaluators/cni-expected.ts'
import {cniFiles} from '../evaluators/cni-files.ts'
import {k3sDirectories} from '../evaluators/cni-k3s.ts'
import {cniPluginRecords} from '../evaluators/cni-plugin-record.ts'
import {podNetwork} from '../evaluators/cni-pod-network.ts'
import {portmapRecord} from '../evaluators/cni-portmap.ts'
import {markTemplated} from '../evaluators/cni-samples.ts'
import {type CniSetup, directoryLeaf, directoryLeaves, distributionOf, loaderRelease} from '../evaluators/cni-setup.ts'
import {strayConfigs, strayPlugins, unreadDirectories} from '../evaluators/cni-strays.ts'
import {type CniLoader, chooseCniConfig} from '../evaluators/cni-winner.ts'
import {isKubeletConfigured} from '../evaluators/kubelet-configured.ts'
import {kubeletUptimeSeconds} from '../evaluators/kubelet-state.ts'
import {rancherGap} from '../evaluators/rancher-config.ts'
import {untoldRuntime} from '../evaluators/runtime-choice.ts'
import {collector} from '../facts/collector.ts'
import {bool, int, list, record, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, sourceOf, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {isAtLeast} from '../text/version.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {kubelet} from './kubelet.ts'
import {runtime} from './runtime.ts'

const configFields = {
  name: string('The path of the file.'),
  problem: string('Why the loader cannot use it; empty when it can.'),
  shapeMismatch: string('`list` or `plugin` where it holds that and its extension promises the other; else empty.'),
  networkName: string('The name of its network; empty when it has none.'),
  version: string('Its cniVersion as written; empty when it has none.'),
  mainType: string('The type of its first plugin; empty when it has none.'),
  network: string('The network it belongs to, as in flannel or canal; `meta` for multus and its like, else `other`.'),
  isMeta: bool('Its first plugin hands pods on to other configurations.'),
  isSample: bool('It is known, by its name, for an example that a package brings.'),
  isCopy: bool('Its name marks it as a copy of another file.'),
}

/** How pods get their network interfaces: what the runtime's CNI loader reads, which configuration wins, what it needs. */
export const cni = collector({
  name: 'cni',
  about: 'CNI on this host: the directories the runtime reads, the configuration that wins, the plugins it needs.',
  fields: {
    loader: string('Who loads it: containerd, cri-o, cri-dockerd or dockershim; empty when no runtime can be told.'),
    distribution: string('k3s, rke2, k0s, microk8s or cos, which bring CNI by themselves; else empty.'),
    network: string(
      'The network plugin expected here, by what is told, configured or found; empty when nothing tells.',
    ),
    fillsDirectories: bool('The distribution or network puts every plugin in place itself, loopback included.'),
    installsPlugins: bool('The pods of the expected network copy plugins to the host.'),
    isExpected: bool(
      'A configuration other than a sample is here, or the user names a network that comes as CNI only.',
    ),
    isKubeletConfigured: bool('The kubelet is told of an API server, and kubeadm has no flags for it left to write.'),
    waitedSeconds: int('How long the kubelet has been running.'),
    confDir: string('Where the loader looks for configuration.'),
    maxConfNum: int('How many files containerd loads; 0 means all.'),
    defaultNetwork: string('The name of the network CRI-O waits for; empty when any will do.'),
    usesLoopback: bool('The runtime runs the loopback plugin for every pod.'),
    skipsInvalid: bool('The loader passes over a file it cannot use; else nothing is loaded.'),
    isLoaded: bool('The loader accepts a configuration.'),
    directories: list('The directories the loader reads, configuration first.', {
      name: string('The path.'),
      holds: string('configuration or plugins.'),
      exists: bool('It is there.'),
      hasFiles: bool('Something other than hidden files and texts is in it.'),
      ownerUid: int('The user it belongs to.'),
      isOwnerWritable: bool('Its owner may write into it without further capabilities.'),
      mountPoint: string('Where the mount that covers it begins; empty when no line speaks of it.'),
      forbidsPrograms: bool('That mount is noexec.'),
      isReadOnly: bool('That mount is read-only.'),
    }),
    files: list('The files of the configuration directory, in order.', {
      ...configFields,
      isLoadable: bool('Loaders read files of its extension.'),
      isConsidered: bool('The loader looks at it; containerd stops at max_conf_num.'),
      isWinner: bool('It is the configuration that counts.'),
      isRival: bool('It belongs to another network than the winner, which it would replace if the winner went away.'),
      isCiliumBackup: bool('Cilium renamed it when it took over.'),
      hasActiveTwin: bool('A file that loaders read belongs to the same network.'),
      newerFile: string('The list of the same network that replaces this single plugin; empty when there is none.'),
      namesake: string('An earlier file whose network has the same name; empty when there is none.'),
    }),
    winner: record('The configuration that counts: the one loaded or, if none can be loaded, the first in order.', {
      ...configFields,
      offeredVersion: string('The oldest version that its cniVersion and cniVersions offer; empty when none.'),
      loaderVersion: string('The newest CNI version the loader understands.'),
      bridge: string('The bridge device it makes and gives the gateway address; empty when it makes none.'),
    }),
    plugins: list('The plugins the winner runs, and loopback where the runtime runs it.', {
      name: string('The plugin type.'),
      role: string('main, chained, ipam, delegate or loopback.'),
      namedBy: string('The configuration that names it; empty for loopback.'),
      path: string('The file; empty where no directory holds one.'),
      exists: bool('A regular file of the name lies in a directory the loader reads.'),
      isExecutable: bool('The file has execute permission.'),
      isTruncated: bool('The file is empty or shorter than its headers say.'),
      sizeBytes: int('The size of the file.'),
      format: string('elf, script, other or empty.'),
      architecture: string('What an ELF file was built for, as in arm64; empty for other files.'),
      isForeign: bool('It was built for a processor that this host neither has nor emulates.'),
      interpreter: string('The dynamic loader or interpreter it asks for; empty when none.'),
      isInterpreterThere: bool('That loader or interpreter exists.'),
      otherDirectory: string('A directory the loader does not read that holds it; empty when none.'),
      danglingLink: string('A link of its name that leads nowhere; empty when none.'),
      linkTarget: string('Where that link points.'),
    }),
    portmap: record('The portmap plugin, where the winner chains it.', {
      backend: string('The firewall it is told to use: iptables or nftables; empty for its own choice.'),
      conflict: string('Which of its options exclude each other or its backend; empty when none.'),
      hasIptables: bool('The runtime finds iptables.'),
      hasNft: bool('The runtime finds nft.'),
    }),
    danglingLinks: list('Links in the plugin directories that lead nowhere.', {
      name: string('The path of the link.'),
      target: string('Where it points.'),
    }),
    strayPlugins: list('Plugins that are needed and lie only where the loader does not look.', {
      name: string('The plugin type.'),
      directory: string('The directory that holds it.'),
    }),
    unreadDirectories: list('The usual directories that the loader does not read.', {
      name: string('The path.'),
      hasFiles: bool('Something other than hidden files and texts is in it.'),
    }),
    strayConfigs: list('Configurations in directories that the loader does not read.', {
      ...configFields,
      directory: string('The directory it lies in.'),
    }),
  },
  async collect(probe) {
    const node = await probe.fact(kubelet)
    if (node instanceof Absent || node instanceof Unknown) return node
    const hidden = await probe.once(rancherGap)
    if (hidden) return hidden
    const setup = await setupOf(probe)
    const isNode = bare(node.isInstalled) !== false
    if (setup instanceof Unknown) return isNode ? setup : absent('no kubelet is installed')
    const confDir = setup.confDir.value
    const [found, expected] = await Promise.all([probe.once(cniFiles, confDir), probe.once(expectedNetwork)])
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const files = markTemplated(found.files, bare(setup.template) ?? '')
    if (!isNode && files.length === 0) return absent('no kubelet is installed')
    const isExpected = await isCniExpected(probe, files)
    if (!isExpected && (await bypassesCni(probe, setup.loader, node.networkPlugin)))
      return absent(`${setup.loader} does not use CNI`)
    const binDirs = setup.binDirs.map(({value}) => value)
    const distribution = distributionOf(bare(node.distribution) ?? '', binDirs)
    const choice = await chooseCniConfig(probe, files, setup.loader, {
      maxConfNum: bare(setup.maxConfNum) ?? 1,
      defaultNetwork: bare(setup.defaultNetwork) ?? '',
      binDirs: binDirs.join(':'),
    })
    const network = choice.winner && (await podNetwork(probe, choice.winner))
    const [plugins, isConfigured, waitedSeconds, directories, portmap, dangling, configs, unread] = await Promise.all([
      cniPluginRecords(probe, setup, choice.winner),
      isKubeletConfigured(probe),
      kubeletUptimeSeconds(probe),
      Promise.all([
        cniDirectoryRecord(probe, setup.confDir, 'configuration'),
        ...setup.binDirs.map((directory) => cniDirectoryRecord(probe, directory, 'plugins')),
      ]),
      network && portmapRecord(probe, setup.loader, network),
      danglingLinks(probe, binDirs),
      strayConfigs(probe, confDir),
      unreadDirectories(probe, setup),
    ])
    return {
      loader: setup.loader,
      distribution,
      network: expected.name,
      fillsDirectories: distribution !== '' || expected.fillsDirectories,
      installsPlugins: expected.installsPlugins,
      isExpected,
      isKubeletConfigured: isConfigured,
      waitedSeconds,
      confDir: setup.confDir,
      maxConfNum: setup.maxConfNum,
      defaultNetwork: setup.defaultNetwork,
      usesLoopback: setup.usesLoopback,
      skipsInvalid: setup.loader !== 'containerd',
      isLoaded: choice.gap ?? choice.isLoaded,
      directories,
      files:
        files.length > 0 ? files.map((file) => fileRecord(file, files, choice)) : at([], {kind: 'file', path: confDir}),
      winner:
        choice.gap ??
        (choice.winner && network
          ? winnerRecord(choice.winner, network, setup)
          : absent(`no CNI configuration is in ${confDir}`)),
      plugins: choice.gap ?? plugins,
      portmap: choice.gap ?? portmap ?? absent('portmap is not chained'),
      danglingLinks: dangling,
      strayPlugins: choice.gap ?? (await strayPlugins(probe, setup, plugins, choice, expected.known)),
      strayConfigs: configs,
      unreadDirectories: unread,
    }
  },
})

/** The settings of the runtime's loader; those of the upstream projects where no runtime can be told. */
async function setupOf(probe: Probe): Promise<CniSetup | Unknown> {
  const facts = await probe.fact(runtime)
  if (facts instanceof Absent || facts instanceof Unknown) return unknown(facts.reason)
  if (facts.name instanceof Unknown || facts.shim instanceof Unknown) return unknown(untoldRuntime(facts).reason)
  const [name, shim] = [bare(facts.name) ?? '', bare(facts.shim) ?? '']
  const loader = (name === 'docker' ? shim : name) as CniLoader
  const source: Source = {kind: 'default', of: loader || 'CNI'}
  const untold = untoldRuntime(facts)
  const setup = {
    loader,
    release: loader === '' ? untold : await loaderRelease(probe, loader),
    confDir: at('/etc/cni/net.d', source),
    binDirs: [at('/opt/cni/bin', source)],
    maxConfNum: at(1, source),
    defaultNetwork: '',
    template: '',
    usesLoopback: name === '' ? untold : at(true, source),
  }
  const own = name === 'containerd' ? await probe.fact(containerd) : undefined
  if (own instanceof Absent || name === '') return {...setup, ...(await k3sDirectories(probe))}
  const confDir = directoryLeaf(facts.cniConfDir, source)
  const binDirs = directoryLeaves(facts.cniBinDirs, source)
  if (confDir instanceof Unknown) return confDir
  if (binDirs instanceof Unknown) return binDirs
  if (name === 'containerd') return containerdSetup(probe, {...setup, confDir, binDirs})
  return name === 'cri-o' ? crioSetup(probe, {...setup, confDir, binDirs}) : {...setup, confDir, binDirs}
}

async function containerdSetup(probe: Probe, setup: CniSetup): Promise<CniSetup | Unknown> {
  const facts = await probe.fact(containerd)
  if (facts instanceof Absent || facts instanceof Unknown) return unknown(facts.reason)
  const {useInternalLoopback: internal, cniMaxConfNum: maxConfNum, cniConfTemplate: template} = facts
  const usesLoopback = internal instanceof Unknown ? internal : at(!bare(internal), sourceOf(internal))
  const written = bare(facts.hasConfigFile) === false ? await k3sDirectories(probe) : undefined
  return {...setup, ...written, maxConfNum, template, usesLoopback}
}

/** CRI-O set the loopback interface up by itself from 1.17 on. */
async function crioSetup(probe: Probe, setup: CniSetup): Promise<CniSetup | Unknown> {
  const facts = await probe.fact(crio)
  if (facts instanceof Absent || facts instanceof Unknown) return unknown(facts.reason)
  const {release} = setup
  const usesLoopback = release instanceof Unknown ? release : at(!isAtLeast(release.value, '1.17'), release.source)
  return {...setup, defaultNetwork: facts.cniDefaultNetwork, usesLoopback}
}
