import {type ContainerTypes, containerTypes, mayRead} from '../evaluators/selinux-access.ts'
import {labelledFiles} from '../evaluators/selinux-labels.ts'
import {staticPodContainers} from '../evaluators/static-pod-containers.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {categoriesOf, reachesLevel} from '../text/selinux-context.ts'

/** What the static pods of this host mount from it, and whether SELinux lets them read it. */
export const staticPods = collector({
  name: 'staticPods',
  about: 'Host paths that the static pods of this node mount, which no runtime labels for them.',
  fields: {
    hostPaths: list('Each host path that a container of a static pod mounts.', {
      name: string('The container and the path, as in `kube-apiserver: /etc/kubernetes/pki`.'),
      container: string('The name of the container.'),
      path: string('The path on the host.'),
      type: string('Its SELinux type, aliases resolved.'),
      level: string('Its SELinux level, as in s0:c1,c2; empty when it has none.'),
      isConfined: bool('The container runs in the domain of plain containers.'),
      isReadable: bool(
        'The policy lets plain containers read files of that type, and the container has its categories.',
      ),
    }),
  },
  async collect(probe) {
    const found = await staticPodContainers(probe)
    if (found.state === 'unknown') return unknown(found.reason, found.source)
    const {containers} = found
    const paths = containers.flatMap(({hostPaths}) => hostPaths.map(({path}) => path))
    const [types, files] = await Promise.all([probe.once(containerTypes), labelledFiles(probe, paths)])
    const hostPaths = containers.flatMap((container) =>
      container.hostPaths.flatMap(({path, source}) => {
        const file = files.get(path)
        if (!file) return []
        return {
          name: `${container.name}: ${path}`,
          container: container.name,
          path: at(path, source),
          type: file.type,
          level: file.level,
          isConfined: !container.isFree && (container.type === '' || types.processes.has(container.type)),
          isReadable: hasCategories(container.level, file.level) ? readability(types, file.type) : false,
        }
      }),
    )
    return {hostPaths}
  },
})

function readability(types: ContainerTypes, type: Leaf<string>): Leaf<boolean> {
  if (type instanceof Unknown) return type
  const value = bare(type) ?? ''
  const isReadable = mayRead(types, 'container_t', value)
  return isReadable ?? unknown(`only the rules of the policy tell whether containers may read ${value}`)
}

/** A level that the runtime chooses has categories by chance: only those a manifest asks for can be those of a file. */
function hasCategories(own: string, file: string): boolean {
  return (categoriesOf(file)?.size ?? 0) === 0 || (own !== '' && reachesLevel(own, file) === true)
}
