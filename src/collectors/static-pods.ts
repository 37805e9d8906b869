import {type ContainerTypes, containerTypes, mayRead} from '../evaluators/selinux-access.ts'
import {labelledFiles} from '../evaluators/selinux-labels.ts'
import {staticPodContainers} from '../evaluators/static-pod-containers.ts'
import {collector} from '../facts/collector.ts'
import {bool, list, string} from '../facts/fields.ts'
import {at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'

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
      isConfined: bool('The container runs in the domain of plain containers.'),
      isReadable: bool('The policy lets plain containers read files of that type.'),
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
          isConfined: !container.isFree && (container.type === '' || types.processes.has(container.type)),
          isReadable: readability(types, file.type),
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
