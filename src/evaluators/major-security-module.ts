import type {Probe} from '../facts/probe.ts'
import {at, bare, type Located} from '../facts/value.ts'
import {lastKernelParameter} from '../text/kernel-cmdline.ts'
import type {BootParameter} from './boot-command-line.ts'
import {kernelRelease} from './kernel-release.ts'

/**
 * Which of the security modules that exclude each other the kernel will use: the first of `lsm=`, else that of
 * `security=`, else SELinux where it runs now, else the first the kernel was built to use: by its configuration, or AppArmor
 * where it runs now and on Debian and Ubuntu; undefined where nothing tells.
 */
export async function majorModule(
  probe: Probe,
  parameters: readonly BootParameter[],
  isSelinuxRunning: boolean,
): Promise<Located<string> | undefined> {
  const list = lastKernelParameter(parameters, 'lsm')
  if (list?.value !== undefined) return at(firstMajor(list.value) ?? '', list.source)
  const chosen = lastKernelParameter(parameters, 'security')
  if (chosen?.value !== undefined) return at(chosen.value, chosen.source)
  if (isSelinuxRunning) return at('selinux', {kind: 'file', path: '/sys/fs/selinux'})
  return (await builtInChoice(probe)) ?? (await runningAppArmor(probe)) ?? debianDefault(probe)
}

async function builtInChoice(probe: Probe): Promise<Located<string> | undefined> {
  const release = bare(await probe.once(kernelRelease))
  if (release === undefined) return undefined
  for (const path of [`/boot/config-${release}`, `/usr/lib/modules/${release}/config`]) {
    const config = await probe.readFile(path)
    if (config.state !== 'read') continue
    for (const [index, content] of config.value.split('\n').entries()) {
      const [, key, value = ''] = /^CONFIG_(LSM|DEFAULT_SECURITY)="(.*)"$/.exec(content) ?? []
      const module = key === 'LSM' ? firstMajor(value) : key && value
      if (module !== undefined) return at(module, {kind: 'file', path, line: index + 1})
    }
  }
  return undefined
}

async function runningAppArmor(probe: Probe): Promise<Located<string> | undefined> {
  const path = '/sys/module/apparmor/parameters/enabled'
  const enabled = probe.mode === 'root' ? undefined : await probe.readFile(path)
  return enabled?.state === 'read' && enabled.value.startsWith('Y') ? at('apparmor', {kind: 'file', path}) : undefined
}

/** Their kernels use SELinux only where the boot line asks for it, as selinux-activate(8) makes it do. */
async function debianDefault(probe: Probe): Promise<Located<string> | undefined> {
  for (const path of ['/etc/os-release', '/usr/lib/os-release']) {
    const text = await probe.readFile(path)
    if (text.state !== 'read') continue
    const line =
      text.value.split('\n').findIndex((content) => /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/.test(content)) + 1
    return line > 0 ? at('apparmor', {kind: 'file', path, line}) : undefined
  }
  return undefined
}

function firstMajor(list: string): string | undefined {
  return list.split(',').find((name) => ['selinux', 'apparmor', 'smack'].includes(name))
}
