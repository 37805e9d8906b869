import {bootCommandLine} from '../evaluators/boot-command-line.ts'
import {configuredMode, nextBootMode, runningMode} from '../evaluators/selinux-mode.ts'
import {collector} from '../facts/collector.ts'
import {bool, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, unknown} from '../facts/value.ts'
import {lastKernelParameter} from '../text/kernel-cmdline.ts'

/** SELinux's mode: what it is, what the configuration file says, and what it will be. */
export const selinux = collector({
  name: 'selinux',
  about: 'The mode of SELinux now, in the configuration file and at the next boot.',
  fields: {
    running: string('`enforcing`, `permissive` or `disabled`, the last also where no policy is loaded.'),
    nextBoot: string('The mode after the next boot, from the boot line and the configuration file.'),
    configured: string('The mode /etc/selinux/config names; empty where it names none or is not there.'),
    isDisabledOnBootLine: bool('The boot line of the next boot says `selinux=0`.'),
    isRelabelScheduled: bool('The next boot labels all files anew: /.autorelabel exists or the boot line asks for it.'),
  },
  async collect(probe) {
    const [running, nextBoot, configured] = await Promise.all([
      probe.once(runningMode),
      probe.once(nextBootMode),
      probe.once(configuredMode),
    ])
    const isUsed = bare(configured) !== '' || bare(nextBoot) !== 'disabled'
    const [isDisabledOnBootLine, isRelabelScheduled] = isUsed
      ? await Promise.all([bootLineSays(probe, 'selinux', '0'), relabelScheduled(probe)])
      : [false, false]
    return {running, nextBoot, configured, isDisabledOnBootLine, isRelabelScheduled}
  },
})

async function bootLineSays(probe: Probe, key: string, value: string): Promise<Leaf<boolean>> {
  const line = await probe.once(bootCommandLine)
  if (line.state === 'unknown') return unknown(line.reason, line.source)
  const parameter = lastKernelParameter(line.parameters, key)
  return at(parameter?.value === value, parameter?.source)
}

async function relabelScheduled(probe: Probe): Promise<Leaf<boolean>> {
  const path = '/.autorelabel'
  const flag = (await probe.status([path])).get(path)
  if (flag?.state === 'read') return at(true, flag.source)
  if (flag?.state === 'unreadable') return unknown(`${path} ${flag.reason}`, flag.source)
  return bootLineSays(probe, 'autorelabel', '1')
}
