import type {Probe} from '../facts/probe.ts'

/** A configuration file of this program on the host, or why it cannot be read. */
export type HostConfigFile = {readonly path: string} & ({readonly text: string} | {readonly unreadable: string})

const mainFile = '/etc/node-preflight/config.yaml'
const dropIns = '/etc/node-preflight/config.d'

/** The configuration a host keeps for this program, strongest first: the last file of `config.d` down to `config.yaml`. */
export async function hostConfig(probe: Probe): Promise<readonly HostConfigFile[]> {
  const names = await probe.list(dropIns)
  const listed = names.state === 'read' ? [...names.value].filter((name) => name.endsWith('.yaml')).sort() : []
  const files = await Promise.all(
    [mainFile, ...listed.map((name) => `${dropIns}/${name}`)].map((path) => readConfigFile(probe, path)),
  )
  const unlisted = names.state === 'unreadable' ? [{path: dropIns, unreadable: names.reason}] : []
  return [...unlisted, ...files.flat().reverse()]
}

async function readConfigFile(probe: Probe, path: string): Promise<readonly HostConfigFile[]> {
  const text = await probe.readFile(path)
  if (text.state === 'absent') return []
  return [text.state === 'read' ? {path, text: text.value} : {path, unreadable: text.reason}]
}
