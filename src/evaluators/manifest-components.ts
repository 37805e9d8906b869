import type {Probe} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'
import type {Component, ComponentDeclaration} from './component-declaration.ts'
import {readComponentFlags, type Words} from './component-flags.ts'
import {kubeletConfig, kubeletSetting} from './kubelet-config.ts'
import {programArguments} from './program-arguments.ts'
import {mayStart} from './starters.ts'

/** Reads the command lines of control-plane components from the static pod manifests of this host. */
export async function manifestComponents(probe: Probe): Promise<readonly ComponentDeclaration[]> {
  const directories = await manifestDirectories(probe)
  const found = await Promise.all(directories.map((directory) => readDirectory(probe, directory)))
  return found.flat()
}

/** A static pod as its manifest states it: every readable file that does not begin with a dot is one. */
export interface StaticPod {
  readonly path: string
  readonly document: DocumentNode
}

/** The static pods of a directory; files that are no YAML or JSON are left out. */
export async function staticPods(probe: Probe, directory: string): Promise<readonly StaticPod[]> {
  const listed = await probe.list(directory)
  if (listed.state !== 'read') return []
  const paths = listed.value.filter((name) => !name.startsWith('.')).map((name) => `${directory}/${name}`)
  const texts = await Promise.all(paths.map((path) => probe.readFile(path)))
  return texts.flatMap((text, index) => {
    const parsed = text.state === 'read' ? parseYaml(text.value) : undefined
    return parsed?.ok ? [{path: paths[index] ?? '', document: parsed.value}] : []
  })
}

/** The directories of static pods: the one the kubelet is given, and the usual ones; that of RKE2 where it may be started. */
export async function manifestDirectories(probe: Probe): Promise<readonly string[]> {
  const given = kubeletSetting(await probe.once(kubeletConfig), 'staticPodPath')
  const isGiven = given !== undefined && !(given instanceof Unknown) && typeof given.value === 'string'
  const own = isGiven && given.value !== '' ? [String(given.value).replace(/\/+$/, '')] : []
  const rke2 = bare(await probe.once(mayStart, 'rke2')) === false ? [] : [rke2Manifests]
  return [...new Set([...own, '/etc/kubernetes/manifests', ...rke2])]
}

/** Why nobody can tell whether the manifests in a directory are read by anything. */
export async function manifestDirectoryGap(probe: Probe, directory: string): Promise<Unknown | undefined> {
  const started = directory === rke2Manifests ? await probe.once(mayStart, 'rke2') : true
  return started instanceof Unknown ? started : undefined
}

const rke2Manifests = '/var/lib/rancher/rke2/agent/pod-manifests'

async function readDirectory(probe: Probe, directory: string): Promise<readonly ComponentDeclaration[]> {
  const pods = await staticPods(probe, directory)
  return pods.flatMap(({path, document}) =>
    (itemsOf(nodeAt(document, 'spec', 'containers')) ?? []).flatMap((container) => declared(container, path)),
  )
}

/** The command lines of all containers of static pods, their words joined by blanks. */
export async function manifestCommandLines(probe: Probe): Promise<readonly string[]> {
  const pods = await Promise.all((await manifestDirectories(probe)).map((directory) => staticPods(probe, directory)))
  const containers = pods.flat().flatMap(({document}) => itemsOf(nodeAt(document, 'spec', 'containers')) ?? [])
  return containers.map((container) =>
    [nodeAt(container, 'command'), nodeAt(container, 'args')]
      .flatMap((list) => (itemsOf(list) ?? []).map(({value}) => String(value)))
      .join(' '),
  )
}

/** A container's component: the program it runs or, where the image's entry point runs it, the container's name. */
function declared(container: DocumentNode, path: string): readonly ComponentDeclaration[] {
  const command = wordsOf(nodeAt(container, 'command'), path)
  const args = wordsOf(nodeAt(container, 'args'), path)
  const name = nodeAt(container, 'name')?.value
  for (const component of components) {
    const found = programArguments([...command, ...args], component)
    const words = found ?? (name === component ? [...command.slice(1), ...args] : undefined)
    if (words) return [{component, by: 'manifest', isInForce: true, flags: readComponentFlags(words)}]
  }
  return []
}

function wordsOf(list: DocumentNode | undefined, path: string): Words {
  return (itemsOf(list) ?? []).map(({value, line}) => ({text: String(value), source: {kind: 'file', path, line}}))
}

const components: readonly Component[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kube-proxy']
