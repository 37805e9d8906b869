import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, type Located, sourceOf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {lastKernelParameter} from '../text/kernel-cmdline.ts'
import {readSelinuxConfig} from '../text/selinux-config.ts'
import {type BootParameter, bootCommandLine} from './boot-command-line.ts'
import {majorModule} from './major-security-module.ts'

/** A mode of SELinux; `disabled` also where no policy is loaded, as container runtimes see it. */
export type SelinuxMode = 'enforcing' | 'permissive' | 'disabled'

/** The mode the kernel is in now: `probe.once(runningMode)`. */
export async function runningMode(probe: Probe): Promise<Leaf<SelinuxMode>> {
  if (probe.mode === 'root') return unknown('a mounted root file system runs no kernel')
  const source: Origin = {kind: 'file', path: enforcePath}
  const enforce = await probe.readFile(enforcePath)
  if (enforce.state === 'unreadable') return unknown(`${enforcePath} ${enforce.reason}`, source)
  if (enforce.state === 'absent') {
    const witnesses = await probe.status(['/proc/cmdline', '/proc/sys/kernel/osrelease', '/sys/kernel'])
    const release = await probe.readFile('/proc/sys/kernel/osrelease')
    const isRunning = [release, ...witnesses.values()].some(({state}) => state === 'read')
    return isRunning ? at('disabled', source) : unknown('no running kernel was found to ask')
  }
  const own = await probe.readFile('/proc/self/attr/current')
  const isWithoutPolicy = own.state === 'read' && own.value.replace(/[\0\n]+$/, '') === 'kernel'
  if (isWithoutPolicy) return at('disabled', own.source)
  return at(enforce.value.trim() === '0' ? 'permissive' : 'enforcing', source)
}

/** What /etc/selinux/config asks for; empty where it is not there or names no mode. */
export async function configuredMode(probe: Probe): Promise<Leaf<SelinuxMode | ''>> {
  const config = await probe.readFile(configPath)
  if (config.state === 'unreadable') return unknown(`${configPath} ${config.reason}`, config.source)
  const mode = config.state === 'read' ? readSelinuxConfig(config.value).mode : undefined
  return mode ? at(mode.value, {kind: 'file', path: configPath, line: mode.line}) : at('', config.source)
}

/**
 * The mode after the next boot: `selinux=0` or another security module on the boot line disables it, else the last
 * `enforcing=` there counts, else the configuration file, else permissive (libselinux/src/load_policy.c). A host without
 * the configuration file whose kernel runs no SELinux is none that uses it.
 */
export async function nextBootMode(probe: Probe): Promise<Leaf<SelinuxMode>> {
  const [configured, running] = await Promise.all([probe.once(configuredMode), probe.once(runningMode)])
  const isSeen = ['enforcing', 'permissive'].includes(bare(running) ?? '')
  const file: Origin = {kind: 'file', path: configPath}
  if (!isSeen && bare(configured) === '' && !(await hasConfig(probe))) return at('disabled', file)
  const line = await probe.once(bootCommandLine)
  if (line.state === 'unknown') return unknown(line.reason, line.source)
  const disabling = await disabledBy(probe, line.parameters, isSeen)
  if (disabling) return over(at('disabled', disabling), configured)
  const enforcing = lastKernelParameter(line.parameters, 'enforcing')
  if (enforcing?.value && /^(0x[0-9a-f]+|\d+)$/i.test(enforcing.value)) {
    return over(at(Number(enforcing.value) === 0 ? 'permissive' : 'enforcing', enforcing.source), configured)
  }
  const mode = bare(configured)
  if (mode === undefined) return configured as Leaf<SelinuxMode>
  return mode === '' ? at('permissive', file) : (configured as Located<SelinuxMode>)
}

async function hasConfig(probe: Probe): Promise<boolean> {
  return (await probe.readFile(configPath)).state !== 'absent'
}

/** The place that keeps the kernel from enabling SELinux, if any. */
async function disabledBy(
  probe: Probe,
  parameters: readonly BootParameter[],
  isSeen: boolean,
): Promise<Origin | undefined> {
  const selinux = lastKernelParameter(parameters, 'selinux')
  if (selinux?.value === '0') return selinux.source
  const major = await majorModule(probe, parameters, isSeen)
  return major && major.value !== 'selinux' ? major.source : undefined
}

/** A mode from the boot line, with what the configuration file said instead among what it overrode. */
function over(winner: Located<SelinuxMode>, configured: Leaf<SelinuxMode | ''>): Located<SelinuxMode> {
  const value = bare(configured)
  const source = sourceOf(configured)
  if (!value || value === winner.value || !source) return winner
  return at(winner.value, {...winner.source, overrode: [{value, source}]})
}

const configPath = '/etc/selinux/config'
const enforcePath = '/sys/fs/selinux/enforce'
