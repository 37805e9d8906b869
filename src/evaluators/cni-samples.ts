import {type CniConfigFile, cniOption} from '../text/cni-config.ts'
import {readHostLocal} from '../text/host-local-ipam.ts'
import {isSampleName} from './cni-file-names.ts'

/** The file that containerd itself writes from its `conf_template` once the node has a pod range. */
const templatedFile = '10-containerd-net.conflist'

/**
 * Whether a configuration is the example that its name belongs to. Somebody who gave it ranges of his own uses it; podman's
 * connects no pods of Kubernetes whatever its range.
 */
export function isSampleConfig(name: string, config: CniConfigFile): boolean {
  if (!isSampleName(name)) return false
  const subnets = config.plugins.flatMap(({options}) => {
    const ipam = cniOption(options, 'ipam')
    return ipam ? readHostLocal(ipam).sets.flatMap((set) => set.map(({subnet}) => subnet)) : []
  })
  return /podman|nerdctl/.test(name) || subnets.length === 0 || subnets.some((subnet) => examples.has(subnet))
}

/** The ranges of the examples of containerd and CRI-O. */
const examples: ReadonlySet<string> = new Set([
  '10.85.0.0/16',
  '10.88.0.0/16',
  '1100:200::/24',
  '2001:4860:4860::/64',
  '2001:db8:4860::/64',
])

/** The files, the one that a runtime makes of a template taken for no sample. */
export function markTemplated<F extends {readonly name: string; readonly isSample: boolean}>(
  files: readonly F[],
  template: string,
): readonly F[] {
  return template === ''
    ? files
    : files.map((file) => (file.name === templatedFile ? {...file, isSample: false} : file))
}
