import {staticPodContainers} from '../evaluators/static-pod-containers.ts'
import {collector} from '../facts/collector.ts'
import {list, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {absent, at, bare, type Located, unknown} from '../facts/value.ts'
import {mappingOf, plainValue} from '../text/document.ts'
import {parseJson} from '../text/json.ts'
import {docker} from './docker.ts'

/** What Docker has written down about its containers, and manifests about those that it is given first. */
export const dockerContainers = collector({
  name: 'dockerContainers',
  about: 'The containers of the host’s own dockerd, as it keeps them below its data root, and those of static pods.',
  fields: {
    withoutNewPrivileges: list('Containers made with no-new-privileges (allowPrivilegeEscalation: false).', {
      name: string('The name, as in `k8s_app_web-1_default_…`, or the ID where it is not known.'),
    }),
  },
  async collect(probe) {
    const facts = await probe.fact(docker)
    if (!('dataRoot' in facts)) return absent(facts.reason)
    const root = bare(facts.dataRoot)
    if (root === undefined) return unknown('the data root of Docker is not known')
    const directory = `${root}/containers`
    const listed = await probe.list(directory)
    if (listed.state === 'unreadable') return unknown(`${directory} ${listed.reason}`, listed.source)
    const manifests = await staticPodContainers(probe)
    const planned =
      manifests.state === 'read' ? manifests.containers.filter(({mayGainPrivileges}) => !mayGainPrivileges) : []
    const ids = listed.state === 'read' ? listed.value : []
    if (listed.state === 'absent' && planned.length === 0) return absent(`${directory} is not there`)
    const found = await Promise.all(ids.map((id) => restricted(probe, `${directory}/${id}`, id)))
    return {
      withoutNewPrivileges: [
        ...found.flatMap((name) => (name ? [{name}] : [])),
        ...planned.map(({name, file}) => ({name: at(name, {kind: 'file', path: file})})),
      ],
    }
  },
})

/** The name of a container that may gain no privileges, placed where its options are. */
async function restricted(probe: Probe, directory: string, id: string): Promise<Located<string> | undefined> {
  const path = `${directory}/hostconfig.json`
  const options = await members(probe, path)
  const security = options?.get('SecurityOpt')
  const isRestricted =
    Array.isArray(security) && security.some((option) => /^no-new-privileges(?:[:=]true)?$/.test(String(option)))
  if (!isRestricted) return undefined
  const name = (await members(probe, `${directory}/config.v2.json`))?.get('Name')
  return at(typeof name === 'string' ? name.replace(/^\//, '') : id.slice(0, 12), {kind: 'file', path})
}

async function members(probe: Probe, path: string): Promise<ReadonlyMap<string, unknown> | undefined> {
  const text = await probe.readFile(path)
  const parsed = text.state === 'read' ? parseJson(text.value) : undefined
  const nodes = parsed?.ok ? mappingOf(parsed.value) : undefined
  return nodes && new Map([...nodes].map(([key, node]) => [key, plainValue(node)]))
}
