import type {BundleTexts, Told} from './bundle-layout.ts'

/**
 * What lies in the unit directories that sos does not copy, as far as services go: the names that `systemctl list-unit-files`
 * has and no copied directory, and where `systemctl show` says that loaded services and their drop-ins come from.
 */
export function unitDirectories(shown: string, bundle: BundleTexts): Told {
  const listed = bundle.text('/sos_commands/systemd/systemctl_list-unit-files') ?? ''
  if (!/^FragmentPath=\/./m.test(shown) || !/^\d+ unit files listed\.$/m.test(listed)) return {}
  const names = [...listed.matchAll(/^(\S+\.[a-z]+)\s+[a-z-]+(?:\s|$)/gm)].map(([, name = '']) => name)
  const elsewhere = names.filter((name) => !copied.some((directory) => bundle.has(`${directory}/${name}`)))
  const origins = [...shown.matchAll(/^(?:FragmentPath|DropInPaths)=(.+)$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  const entries = (directory: string): readonly string[] => {
    const inside = origins.filter((path) => path.startsWith(`${directory}/`))
    return [...new Set([...elsewhere, ...inside.map((path) => path.slice(directory.length + 1).split('/')[0] ?? '')])]
  }
  return {directories: Object.fromEntries(notCopied.map((directory) => [directory, entries(directory)]))}
}

const copied = [
  '/etc/systemd/system',
  '/run/systemd/system',
  '/run/systemd/generator.early',
  '/run/systemd/generator',
  '/run/systemd/generator.late',
  '/lib/systemd/system',
  '/usr/lib/systemd/system',
]
const notCopied = [
  '/run/systemd/system.control',
  '/run/systemd/transient',
  '/run/systemd/system.attached',
  '/usr/local/lib/systemd/system',
]
