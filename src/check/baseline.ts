import type {Collector} from '../facts/collector.ts'
import type {Fields} from '../facts/fields.ts'
import type {FactStore} from '../facts/store.ts'
import {Absent, bare, type Leaf, Unknown} from '../facts/value.ts'

/** A rule that asserts what one host has, as the text of its file. */
export interface BaselineRule {
  readonly id: string
  readonly text: string
}

/** What a generated rule is made of; expressions are CEL, examples are facts. */
interface Draft {
  readonly id: string
  readonly title: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly assert: string
  readonly message: string
  readonly fix: string
  readonly pass: unknown
  readonly fail: unknown
}

/** The folder and first word of every generated rule. */
export const baselineSubject = 'baseline'

/** Rules that hold other hosts to what this one has: programs, CNI plugins, versions and settings. */
export async function baselineRules(
  store: FactStore,
  collectors: readonly Collector[],
  hostName: string,
): Promise<readonly BaselineRule[]> {
  const drafts = await Promise.all(
    collectors.map(async (collector) => {
      const values = await store.collect(collector)
      if (values instanceof Absent || values instanceof Unknown) return []
      return draftsOf(collector, values as Values, hostName)
    }),
  )
  return drafts.flat().map((draft) => ({id: `${baselineSubject}-${draft.id}`, text: ruleText(draft, hostName)}))
}

type Values = Readonly<Record<string, unknown>>

function draftsOf({name, fields}: Collector, values: Values, hostName: string): readonly Draft[] {
  if (name === 'tools') return toolDrafts(fields, values)
  const plugins = name === 'cni' ? pluginDrafts(values) : []
  return [...plugins, ...valueDrafts(name, values, hostName)]
}

function toolDrafts(fields: Fields, values: Values): readonly Draft[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'record' || !('isFound' in field.fields)) return []
    const tool = values[name] as Values | Unknown
    if (tool instanceof Unknown || bare(tool.isFound as Leaf<boolean>) !== true) return []
    const program = /The program (\S+)\.$/.exec(field.about)?.[1] ?? name
    return {
      id: `${kebab(program)}-missing`,
      title: `${program} is not where the node's services look for it`,
      severity: 'error' as const,
      assert: `tools.${name}.isFound`,
      message: `"${program} is " + tools.${name}.where`,
      fix: `Install ${program} where the services of the node look for it.`,
      pass: {tools: {[name]: {isFound: true}}},
      fail: {tools: {[name]: {isFound: false, where: 'nowhere on this host'}}},
    }
  })
}

function pluginDrafts(values: Values): readonly Draft[] {
  const plugins = bare(values.plugins as Leaf<readonly Values[]>) ?? []
  return plugins.flatMap((plugin) => {
    const [name, exists] = [bare(plugin.name as Leaf<string>), bare(plugin.exists as Leaf<boolean>)]
    if (name === undefined || exists !== true || !/^[a-z0-9-]+$/.test(name)) return []
    return {
      id: `cni-plugin-${name}-missing`,
      title: `The CNI plugin ${name} is not run or not installed`,
      severity: 'error' as const,
      assert: `cni.plugins.exists(plugin, plugin.name == "${name}" && plugin.exists)`,
      message: `"no ${name} among the CNI plugins that are run and installed"`,
      fix: `Install the CNI plugin ${name} and have the CNI configuration run it.`,
      pass: {cni: {plugins: [{name, exists: true}]}},
      fail: {cni: {plugins: [{name, exists: false}]}},
    }
  })
}

/** The values that hosts of one kind share, by fact; a rule is made of those that this host has. */
const shared: Readonly<
  Record<string, readonly (readonly [field: string, what: string, severity: Draft['severity']])[]>
> = {
  os: [
    ['id', 'distribution', 'warning'],
    ['versionId', 'release of the distribution', 'warning'],
    ['kernelRelease', 'kernel', 'info'],
    ['architecture', 'architecture', 'error'],
  ],
  kubelet: [
    ['version', 'kubelet', 'warning'],
    ['cgroupDriver', 'cgroup driver of the kubelet', 'error'],
  ],
  runtime: [
    ['name', 'container runtime', 'error'],
    ['version', 'version of the container runtime', 'warning'],
    ['cgroupDriver', 'cgroup driver of the container runtime', 'error'],
  ],
  selinux: [['running', 'SELinux mode', 'warning']],
}

function valueDrafts(fact: string, values: Values, hostName: string): readonly Draft[] {
  return (shared[fact] ?? []).flatMap(([field, what, severity]) => {
    const value = bare(values[field] as Leaf<unknown>)
    if (typeof value !== 'string' || value === '') return []
    const path = `${fact}.${field}`
    return {
      id: `${kebab(`${fact}-${field}`)}-differs`,
      title: `The ${what} is not that of ${hostName}`,
      severity,
      assert: `${path} == ${JSON.stringify(value)}`,
      message: `${JSON.stringify(`the ${what} is `)} + ${path} + ${JSON.stringify(`, not ${value}`)}`,
      fix: `Bring the ${what} to ${value}.`,
      pass: {[fact]: {[field]: value}},
      fail: {[fact]: {[field]: `${value}-other`}},
    }
  })
}

const kebab = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** JSON is YAML, so every text is quoted as JSON does. */
function ruleText(draft: Draft, hostName: string): string {
  const {id, title, severity, assert, message, fix, pass, fail} = draft
  const quote = JSON.stringify
  return `id: ${baselineSubject}-${id}
title: ${quote(title)}
severity: ${severity}
assert: ${quote(assert)}
message: ${quote(message)}
why: ${quote(`${hostName} is known to work, and this host differs from it.`)}
fix:
  text: ${quote(fix)}
examples:
  pass:
    - facts: ${quote(pass)}
  fail:
    - facts: ${quote(fail)}
`
}
