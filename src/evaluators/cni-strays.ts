import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, Unknown, unknown} from '../facts/value.ts'
import {configRecord} from './cni-config-record.ts'
import {configDirectories, mayBeUsed, otherDirectories} from './cni-directories.ts'
import {isPayload} from './cni-directory-record.ts'
import {cniFiles} from './cni-files.ts'
import type {CniNetwork} from './cni-networks.ts'
import {type CniPluginRecord, cniPluginRecord, cniPluginRecords} from './cni-plugin-record.ts'
import type {CniSetup} from './cni-setup.ts'
import type {CniChoice} from './cni-winner.ts'

/** A plugin that is needed, and the directory the loader does not read that holds it. */
export interface StrayPlugin {
  readonly name: Located<string>
  readonly directory: Leaf<string>
}

/**
 * Of the plugins that are needed those that lie only where the loader does not look. Without a configuration the network that
 * is expected tells which are needed beside those it installs itself.
 */
export async function strayPlugins(
  probe: Probe,
  setup: CniSetup,
  needed: readonly CniPluginRecord[],
  choice: CniChoice,
  expected: {readonly network: CniNetwork; readonly source: Located<string>['source']} | undefined,
): Promise<readonly StrayPlugin[] | Unknown> {
  const {needs = [], installs = []} = (choice.winner ? undefined : expected?.network) ?? {}
  const directories = setup.binDirs.map(({value}) => value)
  const foreseen = await Promise.all(
    needs
      .filter((type) => !installs.includes(type))
      .map((type) => cniPluginRecord(probe, type, 'main', expected?.source ?? setup.confDir.source, directories)),
  )
  const all = new Map(
    [...needed, ...(await overlooked(probe, setup, choice)), ...foreseen].map((record) => [bare(record.name), record]),
  )
  const lacking = [...all.values()].filter(({exists}) => bare(exists) === false)
  const hidden = lacking.map(({otherDirectory}) => otherDirectory).find((leaf) => leaf instanceof Unknown)
  if (hidden instanceof Unknown) return hidden
  return lacking.flatMap(({name, otherDirectory}) =>
    bare(otherDirectory) !== '' ? [{name, directory: otherDirectory}] : [],
  )
}

/** The configurations in well-known directories that the loader does not read. */
export async function strayConfigs(probe: Probe, confDir: string) {
  const directories = await otherDirectories(probe, await configDirectories(probe), [confDir])
  const found = await Promise.all(directories.map((directory) => probe.once(cniFiles, directory)))
  const hidden = found.find(({state}) => state === 'unknown')
  if (hidden?.state === 'unknown') return unknown(hidden.reason, hidden.source)
  const holding = directories.filter((_, index) => found[index]?.state === 'read' && found[index].files.length > 0)
  const unclear = (await Promise.all(holding.map((path) => mayBeUsed(probe, path)))).find(
    (used) => used instanceof Unknown,
  )
  if (unclear instanceof Unknown) return unclear
  return found.flatMap((each, index) => {
    const loadable = each.state === 'read' ? each.files.filter((file) => file.isLoadable) : []
    return loadable.map((file) => ({...configRecord(file), directory: directories[index] ?? ''}))
  })
}

/** The usual directories that the loader does not read, and whether anything is in them. */
export async function unreadDirectories(probe: Probe, {confDir, binDirs}: CniSetup) {
  const used = [confDir, ...binDirs].map(({value}) => value)
  const paths = await otherDirectories(probe, ['/etc/cni/net.d', '/opt/cni/bin'], used)
  const listings = await Promise.all(paths.map((path) => probe.list(path)))
  return paths.map((path, index) => {
    const listed = listings[index]
    return {
      name: at(path, {kind: 'file', path}),
      hasFiles:
        listed?.state === 'unreadable'
          ? unknown(`${path} ${listed.reason}`, listed.source)
          : at(listed?.state === 'read' && listed.value.some(isPayload), {kind: 'file', path}),
    }
  })
}

/** What the configurations need that the loader passes over and so falls back to a sample. */
async function overlooked(
  probe: Probe,
  setup: CniSetup,
  {winner, passedOver}: CniChoice,
): Promise<readonly CniPluginRecord[]> {
  const wanted = winner?.isSample ? passedOver.filter(({isSample}) => !isSample) : []
  return (await Promise.all(wanted.map((file) => cniPluginRecords(probe, setup, file)))).flat()
}
