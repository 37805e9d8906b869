import type {Probe} from '../facts/probe.ts'
import {bare} from '../facts/value.ts'
import {readShellAssignments} from '../text/shell-assignments.ts'
import {isProgramInstalled} from './program-presence.ts'
import type {ServiceWord} from './service-command.ts'

/**
 * The options that an init script of OpenRC, upstart or System V gives dockerd, from the file the script sources; undefined
 * where there is no such script or no dockerd. The script may add others.
 */
export async function dockerdScriptWords(probe: Probe): Promise<readonly ServiceWord[] | undefined> {
  if (bare(await isProgramInstalled(probe, 'dockerd')) !== true) return undefined
  const statuses = await probe.status(scripts.map(({script}) => script))
  const found = scripts.find(({script}) => statuses.get(script)?.state === 'read')
  for (const path of found?.optionFiles ?? []) {
    const text = await probe.readFile(path)
    if (text.state !== 'read') continue
    const settled = readShellAssignments(text.value).filter(({uncertain}) => !uncertain)
    const last = new Map(settled.map((assignment) => [assignment.name, assignment]))
    return variables.flatMap((name) => {
      const {value = '', line = 1} = last.get(name) ?? {}
      const words = value.split(/\s+/).filter((word) => word !== '')
      return words.map((word) => ({text: word, source: {kind: 'file', path, line}}))
    })
  }
  return found && []
}

const scripts = [
  {script: '/etc/init.d/docker', optionFiles: ['/etc/conf.d/docker', '/etc/default/docker', '/etc/sysconfig/docker']},
  {script: '/etc/init/docker.conf', optionFiles: ['/etc/default/docker']},
] as const

const variables = ['DOCKER_OPTS', 'other_args']
