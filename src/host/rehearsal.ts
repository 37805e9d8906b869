import type {Host} from './host.ts'

/**
 * What is asked of the files of other hosts, to be asked of a host far away at once: so it answers in one round what would
 * take many, each question following from the answer before. Programs are not run for it.
 */
export async function rehearse(
  hosts: readonly Host[],
  use: (host: Host) => Promise<unknown>,
): Promise<(host: Host) => void> {
  const questions = new Map<string, (host: Host) => Promise<unknown>>()
  const listening = (host: Host): Host => ({
    ...host,
    mode: 'shell',
    readFile: (path) => {
      questions.set(`file ${path}`, (far) => far.readFile(path))
      return host.readFile(path)
    },
    readHead: (path, bytes) => {
      questions.set(`head ${bytes} ${path}`, (far) => far.readHead(path, bytes))
      return host.readHead(path, bytes)
    },
    list: (path) => {
      questions.set(`list ${path}`, (far) => far.list(path))
      return host.list(path)
    },
    status: (paths, options) => {
      questions.set(`status ${JSON.stringify([options, paths])}`, (far) => far.status(paths, options))
      return host.status(paths, options)
    },
  })
  await Promise.all(hosts.map((host) => use(listening(host))))
  return (far) => {
    for (const question of questions.values()) void question(far)
  }
}
