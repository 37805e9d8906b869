import {aboutGroup, type ToolGroup, toolGroupNames, toolsOf} from '../evaluators/tool-groups.ts'
import {type ToolLookup, type ToolSearch, toolLookup} from '../evaluators/tool-lookup.ts'
import {type ToolName, toolNames} from '../evaluators/tool-needs.ts'
import {executableElsewhere, whereabouts} from '../evaluators/tool-where.ts'
import {unitDirectories} from '../evaluators/unit-directories.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, record, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, sourceOf, Unknown, unknown} from '../facts/value.ts'
import {ociRuntime} from './oci-runtime.ts'

const whereFields = {
  isFound: bool('An executable of the name is on the PATH of all that need it, else on the kubelet’s.'),
  path: string('Where it was found; empty when it was not.'),
  where: string('Where it is in words, as the end of a sentence.'),
}
const needFields = {
  strength: string(
    '`required`: somebody refuses to work without it; `used`: something fails without it; `checked`: it is only ' +
      'looked for; `unknown`: a version or component that decides is not known.',
  ),
  by: strings('Who needs it and for what.'),
}

const toolFields = {
  ...whereFields,
  isRuledOut: bool('Nobody on this host needs it.'),
  need: record('Who needs it; absent, with the reason, where that is ruled out.', {
    ...needFields,
    isCertain: bool('It is needed; unknown where a version or component that decides is not known.'),
    isOver: bool('All who need it do so before the node joins, which it has.'),
  }),
}

const groupFields = {
  programs: list('Those that are needed.', {name: string('The program.'), ...whereFields, ...needFields}),
}

/** The programs of the host that Kubernetes and what it runs on call: where each is and who needs it. */
export const tools = collector({
  name: 'tools',
  about: 'Programs of the host that a node’s components run or look for: where each is, and who needs it.',
  fields: {
    ...perTool((name) => record(`The program ${name}.`, toolFields)),
    ...perGroup((name) =>
      record(`${aboutGroup[name]}; absent, with the reasons, where nobody needs any.`, groupFields),
    ),
    searches: list('Each look for a tool on the PATH of a service that needs it.', {
      name: string('The tool.'),
      service: string('The unit whose PATH is searched.'),
      isOnPath: bool('An executable of the name is on that PATH.'),
      path: string('The PATH that is searched.'),
      elsewhere: string('Where an executable of the name is outside that PATH; empty when nowhere.'),
      by: string('Who needs it and for what.'),
    }),
  },
  async collect(probe) {
    const looked = await Promise.all(
      toolNames.map(async (name) => [name, await probe.once(toolLookup, '', name)] as const),
    )
    const lookups = Object.fromEntries(looked) as Readonly<Record<ToolName, ToolLookup>>
    const [groups, grouped, runtime] = await Promise.all([
      Promise.all(toolGroupNames.map(async (name) => [name, await groupValues(probe, name)] as const)),
      Promise.all(toolGroupNames.map((name) => groupLookups(probe, name))),
      runtimeSearch(probe),
    ])
    const values = Object.fromEntries(groups) as Readonly<Record<ToolGroup, Awaited<ReturnType<typeof groupValues>>>>
    const searches = [
      ...looked.flatMap(([name, lookup]) => serviceSearches(name, lookup)),
      ...grouped.flat().flatMap(({name, ...lookup}) => serviceSearches(name, lookup)),
      ...runtime,
    ]
    const {gap: hidden} = await probe.once(unitDirectories)
    return {
      ...perTool((name) => toolValues(lookups[name])),
      ...perGroup((name) => values[name]),
      searches: searches.length === 0 && hidden ? unknown(hidden.reason, hidden.source) : searches,
    }
  },
})

function perTool<T>(make: (name: ToolName) => T): Readonly<Record<ToolName, T>> {
  return Object.fromEntries(toolNames.map((name) => [name, make(name)])) as Record<ToolName, T>
}

function perGroup<T>(make: (name: ToolGroup) => T): Readonly<Record<ToolGroup, T>> {
  return Object.fromEntries(toolGroupNames.map((name) => [name, make(name)])) as Record<ToolGroup, T>
}

function toolValues({need, searches}: ToolLookup) {
  return {...whereValues(searches), isRuledOut: need instanceof Absent, need}
}

/** The programs of a group that somebody needs; where nobody is known to need any, what is to be known first. */
async function groupValues(probe: Probe, group: ToolGroup) {
  const looked = await groupLookups(probe, group)
  const needed = looked.flatMap(({need, ...lookup}) => (need instanceof Absent ? [] : [{...lookup, need}]))
  const certain = needed.filter(({need}) => need.strength !== 'unknown')
  const doubt = needed.find(({need}) => need.isCertain instanceof Unknown)?.need.isCertain
  if (certain.length === 0 && doubt instanceof Unknown) return doubt
  if (certain.length === 0) {
    return absent([...new Set(looked.flatMap(({ruledOut}) => ruledOut))].join('; '))
  }
  return {
    programs: certain.map(({name, searches, need: {strength, by}}) => ({name, ...whereValues(searches), strength, by})),
  }
}

async function groupLookups(probe: Probe, group: ToolGroup) {
  return Promise.all(toolsOf(group).map(async ([name]) => ({name, ...(await probe.once(toolLookup, group, name))})))
}

/** The look of the container runtime for runc or what takes its place. */
async function runtimeSearch(probe: Probe) {
  const fact = await probe.fact(ociRuntime)
  if (fact instanceof Absent || fact instanceof Unknown) return []
  const {program, handler, isFound, service, pathDirectories, elsewhere} = fact
  const name = bare(program) ?? ''
  if (name.startsWith('/') || bare(service) === '') return []
  const path = at((bare(pathDirectories) ?? []).join(':'), sourceOf(pathDirectories))
  const by = at(`the handler ${bare(handler)} starts it`, sourceOf(program))
  return [{name, service, isOnPath: isFound, path, elsewhere, by}]
}

/** Found is what all that need it find. */
function whereValues(searches: readonly ToolSearch[]) {
  const [first] = searches
  const {search, service} = searches.find((each) => !each.search.found) ?? first ?? nothingSearched
  return whereabouts(search, service)
}

const nothingSearched = {search: {elsewhere: [], dangling: []}, service: ''}

function serviceSearches(name: string, {need, searches}: ToolLookup) {
  const isNeeded = !(need instanceof Absent) && need.strength !== 'unknown'
  return (isNeeded ? searches : [])
    .filter(({service}) => service !== '')
    .map(({service, path, search, by}) => {
      return {
        name,
        service,
        isOnPath: whereabouts(search, service).isFound,
        path: at(path.directories.join(':'), path.source),
        elsewhere: executableElsewhere(search),
        by,
      }
    })
}
