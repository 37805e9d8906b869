import {hostname} from 'node:os'
import {withDeadline} from './deadline.ts'
import {headReading, textReading} from './decode.ts'
import type {Host, Reading} from './host.ts'
import {listDirectory} from './list-directory.ts'
import {runCommand} from './live-command.ts'
import {liveHardware} from './live-hardware.ts'
import {withLabels} from './live-labels.ts'
import {statusesByStat} from './live-stat.ts'
import {liveStatuses} from './live-status.ts'
import {fullAllowance, readRegular} from './regular-file.ts'

/** This machine. Nothing on it is written; what hangs, such as a dead network file system, is unreadable after a deadline. */
export function liveHost(): Host {
  const allowance = fullAllowance()
  const statusOf = liveStatuses()
  const readFile = (path: string): Promise<Reading<string>> =>
    withDeadline(path, async () => {
      const bytes = await readRegular({path, local: path, allowance})
      return bytes.state === 'read' ? textReading(bytes.value, path) : bytes
    })
  return {
    mode: 'live',
    name: hostname(),
    now: Date.now,
    readFile,
    readHead: (path, length) =>
      withDeadline(path, async () => {
        const bytes = await readRegular({path, local: path, allowance}, length)
        return bytes.state === 'read' ? headReading(bytes.value, path) : bytes
      }),
    list: (path) => withDeadline(path, () => listDirectory(path, path)),
    status: async (paths, options = {}) => {
      if (options.labels && options.unresolved) return statusesByStat(paths, options.follow ?? false, runCommand)
      const statuses = await statusOf(paths, options)
      return options.labels ? withLabels(statuses, options.follow ?? false, runCommand) : statuses
    },
    run: runCommand,
    hardware: () => liveHardware(readFile),
  }
}
