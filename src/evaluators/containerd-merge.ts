import type {ContainerdFile} from './containerd-files.ts'
import {membersOf, mergePatch, overriding, type SettingNode, settingAt, settingsOf} from './setting-tree.ts'

/** What the CRI plugin makes of the merged files: its table of run-time options and its table of image options. */
export interface ContainerdTables {
  readonly root: SettingNode | undefined
  readonly runtime: SettingNode | undefined
  readonly images: SettingNode | undefined
}

/**
 * Merges files as containerd 1.x does: a plugin's table replaces that of an earlier file whole, lists grow, and the schema
 * version of the merged files decides which name the CRI plugin's table must have.
 */
export function mergeVersion1(files: readonly ContainerdFile[]): ContainerdTables {
  const root = merge(files.map(documentOf), (earlier, later) => overriding(earlier, later))
  const cri = settingAt(root, 'plugins', schemaOf(root) === 1 ? 'cri' : criPlugin)
  return {root, runtime: cri, images: cri}
}

/**
 * Merges files as containerd 2.x does: tables key by key, scalars and the lists of plugins replacing. Until 2.2 the merged
 * whole is migrated, and only when the last file to state a schema states 2: what files of schema 1 say of CRI is lost. Since
 * 2.3 each file is migrated by itself before.
 */
export function mergeVersion2(files: readonly ContainerdFile[], minor: number): ContainerdTables {
  const documents = files.map((file) =>
    minor >= 3 ? migrated(documentOf(file), minor) : withLongNames(documentOf(file)),
  )
  const merged = merge(documents, (earlier, later) => mergePatch(earlier, later))
  const root = merged && minor < 3 && statedSchema(merged) === 2 ? migrated(merged, minor) : merged
  return {root, runtime: settingAt(root, 'plugins', runtimePlugin), images: settingAt(root, 'plugins', imagesPlugin)}
}

/** A file of schema 1 under the names of the later ones; it counts as one that states no schema. */
function withLongNames(file: SettingNode): SettingNode {
  if (schemaOf(file) > 1) return file
  const members = new Map(membersOf(file))
  members.delete('version')
  const plugins = settingAt(file, 'plugins')
  if (plugins) {
    const renamed = [...membersOf(plugins)].map(([id, table]) => [id === 'cri' ? criPlugin : id, table] as const)
    members.set('plugins', {...plugins, value: new Map(renamed)})
  }
  return {...file, value: members}
}

function statedSchema(root: SettingNode): number | undefined {
  const version = settingAt(root, 'version')?.value
  return typeof version === 'number' ? version : undefined
}

/** The schema version a file or merged configuration has; 1 where it names none. */
export function schemaOf(root: SettingNode | undefined): number {
  const version = Number(settingAt(root, 'version')?.value ?? 0)
  return version > 0 ? version : 1
}

/** The tables of the CRI plugin in schema 2, and of its two halves since schema 3. */
export const criPlugin = 'io.containerd.grpc.v1.cri'
export const runtimePlugin = 'io.containerd.cri.v1.runtime'
export const imagesPlugin = 'io.containerd.cri.v1.images'

function documentOf({path, document}: ContainerdFile): SettingNode {
  return settingsOf(document, path)
}

function merge(
  files: readonly SettingNode[],
  mergePlugin: (earlier: SettingNode | undefined, later: SettingNode) => SettingNode,
): SettingNode | undefined {
  return files.reduce<SettingNode | undefined>((merged, file) => {
    if (!merged) return file
    const members = new Map(membersOf(merged))
    for (const [key, setting] of membersOf(file)) {
      const earlier = members.get(key)
      if (key === 'plugins') {
        const plugins = new Map(membersOf(earlier))
        for (const [id, table] of membersOf(setting)) plugins.set(id, mergePlugin(plugins.get(id), table))
        members.set(key, {value: plugins, source: earlier?.source ?? setting.source})
      } else if (Array.isArray(setting.value) && Array.isArray(earlier?.value)) {
        const value = [...new Set<unknown>([...earlier.value, ...setting.value])]
        members.set(key, {value, source: setting.value.length > 0 ? setting.source : earlier.source})
      } else if (!isEmpty(setting.value)) members.set(key, overriding(earlier, setting))
    }
    return {value: members, source: merged.source}
  }, undefined)
}

/** Merging passes over what Go takes for unset. */
function isEmpty(value: unknown): boolean {
  return value === '' || value === 0 || value === false
}

/** A file of schema 1 or 2 with the CRI plugin's options where schema 3 has them. */
function migrated(file: SettingNode, minor: number): SettingNode {
  if (schemaOf(file) >= 3) return file
  const plugins = new Map(membersOf(settingAt(file, 'plugins')))
  const cri = plugins.get(criPlugin) ?? (schemaOf(file) === 1 ? plugins.get('cri') : undefined)
  if (!cri) return file
  const runtime = mergePatch(
    {...cri, value: minor >= 1 ? withBinDirs(cri) : membersOf(cri)},
    plugins.get(runtimePlugin) ?? {...cri, value: new Map()},
  )
  plugins.set(runtimePlugin, runtime)
  plugins.set(
    imagesPlugin,
    mergePatch({...cri, value: imageOptions(cri)}, plugins.get(imagesPlugin) ?? {...cri, value: new Map()}),
  )
  const members = new Map(membersOf(file))
  members.set('plugins', {value: plugins, source: settingAt(file, 'plugins')?.source ?? file.source})
  return {value: members, source: file.source}
}

/** `cni.bin_dir` becomes the only item of `cni.bin_dirs`, which containerd knows since 2.1. */
function withBinDirs(cri: SettingNode): ReadonlyMap<string, SettingNode> {
  const members = new Map(membersOf(cri))
  const cni = settingAt(cri, 'cni')
  const binDir = settingAt(cni, 'bin_dir')
  if (!cni || !binDir) return members
  const options = new Map(membersOf(cni))
  options.delete('bin_dir')
  if (!options.has('bin_dirs')) options.set('bin_dirs', {value: [binDir.value], source: binDir.source})
  return members.set('cni', {value: options, source: cni.source})
}

function imageOptions(cri: SettingNode): ReadonlyMap<string, SettingNode> {
  const members = new Map<string, SettingNode>()
  for (const key of ['registry', 'image_decryption', 'max_concurrent_downloads']) {
    const option = settingAt(cri, key)
    if (option) members.set(key, option)
  }
  const snapshotter = settingAt(cri, 'containerd', 'snapshotter')
  if (snapshotter) members.set('snapshotter', snapshotter)
  const sandbox = settingAt(cri, 'sandbox_image')
  if (sandbox) members.set('pinned_images', {value: new Map([['sandbox', sandbox]]), source: sandbox.source})
  return members
}
