import {Cel} from '../cel/environment.ts'
import type {Notice} from '../check/report.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {hostConfig} from '../evaluators/host-config.ts'
import {createProbe} from '../facts/probe.ts'
import {toldNothing} from '../facts/told.ts'
import type {Host} from '../host/host.ts'
import {builtinRules} from '../rules/builtin.ts'
import {applyOverrides, unknownRule} from '../rules/overrides.ts'
import {combineRules, loadPack, type Pack} from '../rules/pack.ts'
import type {Rule} from '../rules/rule.ts'
import {matcherOf} from '../rules/select.ts'
import type {Waiver} from '../rules/waivers.ts'
import {type Args, asMany, many, one} from './args.ts'
import {type Config, readConfig, readUserFile, readWaiverFile} from './config.ts'
import {version} from './version.ts'

/** What options and configuration files make of a check. */
export interface Setup {
  /** The options, with the configuration files as their weakest places. */
  readonly args: Args
  /** The configuration files that are used, the strongest first. */
  readonly configs: readonly Config[]
  readonly cel: Cel
  /** Every rule as it is judged, none selected yet. */
  readonly rules: readonly Rule[]
  readonly waivers: readonly Waiver[]
  /** Mistakes in the host's own configuration, which stop nothing. */
  readonly notices: readonly Notice[]
}

/**
 * Reads the configuration that the options name and the one the host keeps, and the rules with what these change. A mistake
 * in what the options name or this host keeps is a UserError; a file of another host that has one is left out, with a notice.
 */
export async function openSetup(args: Args, host: Host): Promise<Setup> {
  return (await setupOpener(args))(host)
}

/** The same for many hosts: what the options name is read once, and hosts without configuration share one setup. */
export async function setupOpener(args: Args): Promise<(host: Host) => Promise<Setup>> {
  const cel = new Cel(collectors)
  const file = one(args, 'config')
  const given = file === undefined ? [] : [readConfig(file, await readUserFile(file, '--config'))]
  const waiverFile = one(args, 'waivers')
  const waivers = waiverFile === undefined ? [] : await readWaiverFile(waiverFile)
  const packs = [
    ...(await Promise.all(given.map((config) => packsOf(config, cel)))).flat(),
    ...(await Promise.all(many(args, 'rules').map((folder) => loadPack(folder, cel, version)))),
  ]

  async function withHost(found: readonly Config[], notices: Notice[], onMistake: OnMistake): Promise<Setup> {
    const own = await Promise.all(found.map((config) => packsOf(config, cel).catch(onMistake(config.file))))
    const rules = combineRules(builtinRules, [...own.flatMap((read) => read ?? []).reverse(), ...packs])
    for (const config of given) checkNames(config, rules)
    const usable = found.filter((config, index) => own[index] !== undefined && isSound(config, rules, onMistake))
    const configs = [...given, ...usable]
    refuseUnknownWaivers(waivers, rules)
    return {
      args: {layers: [...args.layers, ...configs.map(({check}) => check)]},
      configs,
      cel,
      rules: configs.toReversed().reduce((sum: readonly Rule[], {overrides}) => applyOverrides(sum, overrides), rules),
      waivers: [...waivers, ...configs.flatMap((config) => config.waivers)],
      notices,
    }
  }

  let shared: Promise<Setup> | undefined
  return async (host) => {
    const notices: Notice[] = []
    const onMistake = host.mode === 'live' ? refused : leftOut(notices)
    const found = await readHostConfigs(host, notices, onMistake)
    if (found.length > 0 || notices.length > 0) return withHost(found, notices, onMistake)
    shared ??= withHost([], [], refused)
    return shared
  }
}

async function readHostConfigs(host: Host, notices: Notice[], onMistake: OnMistake): Promise<readonly Config[]> {
  const files = await hostConfig(createProbe(host, toldNothing))
  return files.flatMap((file) => {
    if ('unreadable' in file) {
      if (host.mode !== 'snapshot') notices.push(notice(`${file.path} is not used: ${file.unreadable}`, file.path))
      return []
    }
    try {
      const config = readConfig(file.path, file.text)
      if (config.packs.length === 0 || host.mode === 'live') return [config]
      notices.push(
        notice('packs that a host names are used on that host alone', file.path, config.packs[0]?.place.line),
      )
      return [{...config, packs: []}]
    } catch (error) {
      onMistake(file.path)(error)
      return []
    }
  })
}

const packsOf = (config: Config, cel: Cel): Promise<readonly Pack[]> =>
  Promise.all(config.packs.map(({folder}) => loadPack(folder, cel, version)))

/** Refuses names of rules that there are not. */
function checkNames(config: Config, rules: readonly Rule[]): void {
  for (const key of ['only', 'skip', 'ignore']) {
    const names = asMany(config.check.values[key]).filter((name) => key !== 'ignore' || name.toLowerCase() !== 'all')
    const place = config.check.placeOf(key)
    matcherOf(rules, {names, by: key, ...(place ? {place} : {})}, key !== 'only')
  }
  refuseUnknownWaivers(config.waivers, rules)
  applyOverrides(rules, config.overrides)
}

function refuseUnknownWaivers(waivers: readonly Waiver[], rules: readonly Rule[]): void {
  const ids = new Set(rules.map(({id}) => id))
  for (const {rule, place} of waivers) if (!ids.has(rule)) throw unknownRule(rule, place, ids)
}

function isSound(config: Config, rules: readonly Rule[], onMistake: OnMistake): boolean {
  try {
    checkNames(config, rules)
    return true
  } catch (error) {
    onMistake(config.file)(error)
    return false
  }
}

/** What becomes of a mistake in a configuration file that the host keeps. */
type OnMistake = (file: string) => (error: unknown) => undefined

/** On the host itself it stops the check, which would otherwise pass by other rules than were asked for. */
const refused: OnMistake = () => (error) => {
  throw error
}

/** Elsewhere the file is not used, with a notice: who looks from outside may not be able to mend it. */
const leftOut =
  (notices: Notice[]): OnMistake =>
  (file) =>
  (error) => {
    if (!(error instanceof UserError)) throw error
    const {message, hint, place} = error
    const text = `${file} is not used: ${message}${hint === undefined ? '' : ` (${hint})`}`
    notices.push(notice(text, place?.file ?? file, place?.line))
    return undefined
  }

const notice = (message: string, file: string, line?: number): Notice => ({
  about: 'configuration',
  message,
  source: line === undefined ? {file} : {file, line},
})
