import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {type KernelParameter, readKernelCmdline} from '../text/kernel-cmdline.ts'
import {readShellAssignments} from '../text/shell-assignments.ts'
import {type BootEntry, type BootText, bootEntry} from './boot-entry.ts'
import {grubEntry} from './grub-entry.ts'

/** A parameter of the kernel command line and the place it was written. */
export type BootParameter = KernelParameter & {readonly source: Origin}

/** The parameters the kernel gets at the next boot, in order, or why they are not known. */
export type BootCommandLine =
  | {readonly state: 'read'; readonly parameters: readonly BootParameter[]}
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/**
 * The kernel command line of the next boot: that of the default boot loader entry, else of GRUB's menu, else the one this
 * boot was started with, else the files new entries are made from. Without any of these there are no parameters.
 */
export async function bootCommandLine(probe: Probe): Promise<BootCommandLine> {
  for (const read of [bootEntry, grubEntry, runningCommandLine, entryTemplate]) {
    const entry = await read(probe)
    if (entry.state === 'unknown') return entry
    if (entry.state === 'read') return {state: 'read', parameters: entry.texts.flatMap(parametersOf)}
  }
  return {state: 'read', parameters: []}
}

function parametersOf({text, source}: BootText): readonly BootParameter[] {
  return readKernelCmdline(text).map((parameter) => ({...parameter, source}))
}

/** The parameters of the running kernel, which a mounted root has none of. */
async function runningCommandLine(probe: Probe): Promise<BootEntry> {
  if (probe.mode === 'root') return {state: 'absent'}
  const running = await probe.readFile('/proc/cmdline')
  if (running.state !== 'read') return {state: 'absent'}
  return {state: 'read', texts: [{text: running.value, source: {kind: 'file', path: '/proc/cmdline', line: 1}}]}
}

/** What kernel-install and grub-mkconfig put into new entries. */
async function entryTemplate(probe: Probe): Promise<BootEntry> {
  for (const path of ['/etc/kernel/cmdline', '/usr/lib/kernel/cmdline']) {
    const text = await probe.readFile(path)
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'read')
      return {state: 'read', texts: [{text: text.value, source: {kind: 'file', path, line: 1}}]}
  }
  const path = '/etc/default/grub'
  const text = await probe.readFile(path)
  if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
  if (text.state === 'absent') return {state: 'absent'}
  const assignments = readShellAssignments(text.value)
  const texts = ['GRUB_CMDLINE_LINUX', 'GRUB_CMDLINE_LINUX_DEFAULT'].flatMap((name) => {
    const last = assignments.findLast((assignment) => assignment.name === name)
    return last ? [{text: last.value, source: {kind: 'file' as const, path, line: last.line}}] : []
  })
  return {state: 'read', texts}
}
