import type {Host, Reading, StatusOptions} from './host.ts'
import {absent, commandSource, fileSource, hardwareSource} from './reading.ts'

/**
 * Finds out what is asked of any host: runs it on one that has nothing, where every place of a thing is tried in vain. The
 * result asks a host for all these files at once, so that one far away answers in one round what otherwise takes many.
 * Programs are not run for it.
 */
export async function rehearse(use: (host: Host) => Promise<unknown>): Promise<(host: Host) => void> {
  const questions = new Map<string, (host: Host) => Promise<unknown>>()
  const ask = (key: string, question: (host: Host) => Promise<unknown>): void => {
    questions.set(key, question)
  }
  const nothing = (path: string): Reading<never> => absent(fileSource(path))
  await use({
    mode: 'shell',
    name: 'nowhere',
    now: () => 0,
    readFile: async (path) => {
      ask(`file ${path}`, (host) => host.readFile(path))
      return nothing(path)
    },
    readHead: async (path, bytes) => {
      ask(`head ${bytes} ${path}`, (host) => host.readHead(path, bytes))
      return nothing(path)
    },
    list: async (path) => {
      ask(`list ${path}`, (host) => host.list(path))
      return nothing(path)
    },
    status: async (paths, options: StatusOptions = {}) => {
      ask(`status ${JSON.stringify([options, paths])}`, (host) => host.status(paths, options))
      return new Map(paths.map((path) => [path, nothing(path)]))
    },
    run: async (argv) => absent(commandSource(argv)),
    hardware: async () => absent(hardwareSource),
  }).catch(() => {})
  return (host) => {
    for (const question of questions.values()) void question(host)
  }
}
