import {knownPluginDirectories} from '../evaluators/cni-directories.ts'
import {kubeletRootDirectory} from '../evaluators/kubelet-root.ts'
import {
  controlPlanePaths,
  programPaths,
  sensitivePaths,
  startedPrograms,
  systemPaths,
} from '../evaluators/label-targets.ts'
import {type Owned, type Placed, runtimeRoots} from '../evaluators/runtime-roots.ts'
import {expectedType, type LabelledFile, labelledFiles} from '../evaluators/selinux-labels.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, record, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'
import {runtime} from './runtime.ts'

const labelled = {
  name: string('The path, links followed.'),
  type: string('Its SELinux type, aliases resolved.'),
  expected: string(
    'The type the policy gives to that path, or its mount where that is made with context=; empty for neither.',
  ),
  usual: string('The type the policy gives where such a thing usually lies.'),
}

/** SELinux types of the files that decide in which domains a node's programs run and what they may use. */
export const labels = collector({
  name: 'labels',
  about: 'SELinux types of the files of a node, beside those that the policy of the host gives them.',
  fields: {
    hasSystemLabels: bool('Files that every system has carry SELinux labels.'),
    isLabelledAtCommit: bool('The system is an ostree or bootc image, which is labelled when it is made.'),
    kubeletRoot: record('The directory of the kubelet (--root-dir), links followed.', labelled),
    podsDirectory: record('The directory of pods in it.', labelled),
    relocated: list('Directories of the kubelet and of runtimes that lie elsewhere than usual.', {
      ...labelled,
      owner: string('Whose it is: kubelet, docker, containerd, cri-o, k3s or rke2.'),
      usualPath: string('Where it lies unless somebody moves it.'),
      exists: bool('It is there.'),
    }),
    programs: list('The kubelet, runtimes and their helpers.', labelled),
    cniPlugins: list('The files in the directories of CNI plugins.', labelled),
    cniDirectories: list('The directories of CNI plugins and configuration.', labelled),
    controlPlaneFiles: list('/etc/kubernetes, manifests and pki in it, and /var/lib/etcd.', labelled),
    sensitiveFiles: list('Host files that no container is meant to read, those without a label left out.', labelled),
  },
  async collect(probe) {
    const [root, roots, started, cni] = await Promise.all([
      probe.once(kubeletRootDirectory),
      runtimePlaces(probe),
      probe.once(startedPrograms),
      cniPlaces(probe),
    ])
    const kubelet: Owned = {...root, usual: '/var/lib/kubelet', owner: 'kubelet'}
    const pods = {path: `${root.path}/pods`, usual: '/var/lib/kubelet/pods'}
    const groups = {
      plugins: cni.plugins,
      directories: cni.directories,
      programs: [...programPaths, ...started],
      controlPlane: controlPlanePaths.map(inPlace),
      sensitive: sensitivePaths.map(inPlace),
    }
    const places = [kubelet, pods, ...roots, ...Object.values(groups).flat(), ...systemPaths.map(inPlace)]
    const [files, commits] = await Promise.all([
      labelledFiles(
        probe,
        places.map(({path}) => path),
      ),
      probe.status(['/ostree', '/sysroot/ostree']),
    ])
    const item = (place: Placed) => itemOf(probe, place, files)
    const present = async (group: readonly Placed[]) => {
      const gap = group.map(({path}) => files.get(path)?.gap).find((each) => each !== undefined)
      if (gap) return gap
      const items = await Promise.all(group.filter(({path}) => files.get(path)?.exists).map(item))
      const hidden = items.every(({type}) => type instanceof Unknown) ? items[0]?.type : undefined
      return hidden instanceof Unknown ? hidden : [...new Map(items.map((each) => [bare(each.name), each])).values()]
    }
    const ownItem = async (place: Placed) => {
      const {exists, gap} = files.get(place.path) ?? {}
      return exists ? item(place) : (gap ?? absent(`${place.path} is not there`))
    }
    const moved = [kubelet, ...roots].filter(({path, usual}) => (files.get(path)?.path ?? path) !== usual)
    return {
      hasSystemLabels: hasLabels(systemPaths.flatMap((path) => files.get(path) ?? [])),
      isLabelledAtCommit: [...commits.values()].some(({state}) => state === 'read'),
      kubeletRoot: await ownItem(kubelet),
      podsDirectory: await ownItem(pods),
      relocated: await Promise.all(
        moved.map(async (place) => ({
          ...(await item(place)),
          owner: place.owner,
          usualPath: place.usual,
          exists: files.get(place.path)?.exists ?? false,
        })),
      ),
      programs: await present(groups.programs),
      cniPlugins: cni.gap ?? (await present(cni.plugins)),
      cniDirectories: await present(cni.directories),
      controlPlaneFiles: await present(groups.controlPlane),
      sensitiveFiles: await present(groups.sensitive.filter(({path}) => !files.get(path)?.isBare)),
    }
  },
})

const inPlace = (path: string): Placed => ({path, usual: path})

/** On merged systems one file has several paths; `name` is the one it really has. */
async function itemOf(probe: Probe, {path, usual, source}: Placed, files: ReadonlyMap<string, LabelledFile>) {
  const file = files.get(path)
  if (!file) throw new Error(`${path} was not looked at`)
  const {path: name, type, fileType, isLabelledByMount} = file
  const [expected, common] = await Promise.all([
    isLabelledByMount ? type : expectedType(probe, name, fileType),
    expectedType(probe, usual, fileType),
  ])
  const link: Source | undefined = name === path ? source : {kind: 'file', path}
  return {name: at(name, source && source.kind !== 'default' ? source : link), type, expected, usual: common}
}

/** One label proves that labels are kept; none at all, on files that could be looked at, that there are none. */
function hasLabels(files: readonly LabelledFile[]): Leaf<boolean> {
  if (files.some(({type}) => !(type instanceof Unknown))) return true
  const hidden = files.find(({exists, isBare}) => exists && !isBare)
  return hidden?.type instanceof Unknown ? hidden.type : false
}

interface CniPlaces {
  readonly plugins: readonly Placed[]
  readonly directories: readonly Placed[]
  /** Why there may be more plugins. */
  readonly gap: Unknown | undefined
}

async function cniPlaces(probe: Probe): Promise<CniPlaces> {
  const facts = await probe.fact(runtime)
  const isKnown = !(facts instanceof Absent || facts instanceof Unknown)
  const set = (isKnown ? bare(facts.cniBinDirs) : undefined)?.flatMap((directory) => bare(directory) ?? [])
  const configured = (isKnown && bare(facts.cniConfDir)) || '/etc/cni/net.d'
  const binDirs = (set ?? knownPluginDirectories).map(withoutSlash)
  const listings = await Promise.all(
    binDirs.map(async (directory) => ({directory, listed: await probe.list(directory)})),
  )
  const hidden = listings.find(({listed}) => listed.state === 'unreadable')
  return {
    gap:
      hidden?.listed.state === 'unreadable'
        ? unknown(`${hidden.directory} ${hidden.listed.reason}`, hidden.listed.source)
        : undefined,
    plugins: listings.flatMap(({directory, listed}) =>
      (listed.state === 'read' ? listed.value : []).map((name) => ({
        path: `${directory}/${name}`,
        usual: `/opt/cni/bin/${name}`,
      })),
    ),
    directories: [
      ...binDirs.map((path) => ({path, usual: '/opt/cni/bin'})),
      {path: withoutSlash(configured), usual: '/etc/cni/net.d'},
    ],
  }
}

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '')

async function runtimePlaces(probe: Probe): Promise<readonly Owned[]> {
  const facts = await Promise.all([probe.fact(docker), probe.fact(containerd), probe.fact(crio)])
  const [dockerFacts, containerdFacts, crioFacts] = facts
  return runtimeRoots(probe, {
    docker: 'dataRoot' in dockerFacts ? dockerFacts.dataRoot : undefined,
    containerd: 'root' in containerdFacts ? containerdFacts.root : undefined,
    'cri-o': 'root' in crioFacts ? crioFacts.root : undefined,
  })
}
