import {type ToolLookup, type ToolSearch, toolLookup} from '../evaluators/tool-lookup.ts'
import {programOf, type ToolName, toolNames} from '../evaluators/tool-needs.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, record, string, strings} from '../facts/fields.ts'
import {Absent, at, type Leaf, unknown} from '../facts/value.ts'

/** The programs of the host that Kubernetes and what it runs on call: where each is and who needs it. */
export const tools = collector({
  name: 'tools',
  about: 'Programs of the host that a node’s components run or look for: where each is, and who needs it.',
  fields: {
    ...perTool((name) =>
      record(`The program ${programOf(name)}.`, {
        isFound: bool('An executable of the name is on the PATH of all that need it, else on the kubelet’s.'),
        path: string('Where it was found; empty when it was not.'),
        where: string('Where it is in words, as the end of a sentence.'),
        isRuledOut: bool('Nobody on this host needs it.'),
        need: record('Who needs it; absent, with the reason, where that is ruled out.', {
          strength: string(
            '`required`: somebody refuses to work without it; `used`: something fails without it; `checked`: it is only ' +
              'looked for; `unknown`: a version or component that decides is not known.',
          ),
          isCertain: bool('It is needed; unknown where a version or component that decides is not known.'),
          by: strings('Who needs it and for what.'),
        }),
      }),
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
    const looked = await Promise.all(toolNames.map(async (name) => [name, await probe.once(toolLookup, name)] as const))
    const lookups = Object.fromEntries(looked) as Readonly<Record<ToolName, ToolLookup>>
    return {
      ...perTool((name) => toolValues(lookups[name])),
      searches: looked.flatMap(([name, lookup]) => serviceSearches(programOf(name), lookup)),
    }
  },
})

function perTool<T>(make: (name: ToolName) => T): Readonly<Record<ToolName, T>> {
  return Object.fromEntries(toolNames.map((name) => [name, make(name)])) as Record<ToolName, T>
}

function toolValues({need, searches}: ToolLookup) {
  const failed = searches.find(({search}) => !search.found)
  const common = {isRuledOut: need instanceof Absent, need}
  if (failed?.search.gap) {
    const gap = unknown(failed.search.gap.reason, failed.search.gap.source)
    return {...common, isFound: gap, path: gap, where: gap}
  }
  if (failed) return {...common, isFound: false, path: '', where: whereabouts(failed)}
  const path = searches[0]?.search.found?.path ?? ''
  return {...common, isFound: at(true, {kind: 'file', path}), path, where: `at ${path}`}
}

/** What a search that found nothing executable on the PATH came upon. */
function whereabouts({service, search}: ToolSearch): string {
  const [dangling] = search.dangling
  const [other] = search.elsewhere
  if (dangling !== undefined) return `a link at ${dangling} that leads nowhere`
  if (!other) return 'nowhere on this host'
  if (!other.isExecutable) return `at ${other.path} but not executable`
  const searched = service === '' ? 'where it is looked for' : `on the PATH of ${service}`
  return `not ${searched} but at ${other.path}`
}

function serviceSearches(program: string, {need, searches}: ToolLookup) {
  const isNeeded = !(need instanceof Absent) && need.strength !== 'unknown'
  return (isNeeded ? searches : [])
    .filter(({service}) => service !== '')
    .map(({service, path, search, by}) => {
      const isOnPath: Leaf<boolean> =
        !search.found && search.gap ? unknown(search.gap.reason, search.gap.source) : search.found !== undefined
      return {
        name: program,
        service,
        isOnPath,
        path: at(path.directories.join(':'), path.source),
        elsewhere: search.elsewhere.find(({isExecutable}) => isExecutable)?.path ?? '',
        by,
      }
    })
}
