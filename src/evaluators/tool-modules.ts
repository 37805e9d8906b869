import type {Probe} from '../facts/probe.ts'
import {bare, Unknown} from '../facts/value.ts'
import {moduleName} from '../text/modules.ts'
import {readConfDirectories} from './conf-directories.ts'
import {moduleState} from './kernel-module.ts'
import {runtimeChoice} from './runtime-choice.ts'
import {type Consumer, noConsumer} from './tool-consumer.ts'
import {kubeletConsumer} from './tool-kubelet.ts'

/** Modules the node needs that are neither built in nor loaded at boot, so that somebody must load them with modprobe. */
export async function moduleLoader(probe: Probe): Promise<Consumer> {
  const kubelet = await probe.once(kubeletConsumer)
  if (kubelet.state !== 'present') return kubelet
  const [{name}, atBoot] = await Promise.all([probe.once(runtimeChoice), probe.once(modulesAtBoot)])
  if (atBoot instanceof Unknown) return {...kubelet, state: 'possible', reason: atBoot.reason}
  const needed = ['br_netfilter', ...(name === '' ? [] : ['overlay'])]
  const states = await Promise.all(needed.map((module) => probe.once(moduleState, module)))
  const gap = states.find((state) => state instanceof Unknown)
  if (gap instanceof Unknown) return {...kubelet, state: 'possible', label: 'a kernel module', reason: gap.reason}
  const left = needed.filter((module, index) => bare(states[index] ?? '') === 'available' && !atBoot.has(module))
  if (left.length === 0) return noConsumer('the modules the node needs are built in or loaded at boot')
  const label = `${left.join(' and ')}, neither built in nor loaded at boot,`
  return {state: 'present', label, service: kubelet.service, path: kubelet.path}
}

/** The modules that systemd loads at boot, and those of /etc/modules on Debian. */
async function modulesAtBoot(probe: Probe): Promise<ReadonlySet<string> | Unknown> {
  const read = await readConfDirectories(probe, directories)
  if (read.state === 'unknown') return new Unknown(read.reason, read.source)
  const debian = await probe.readFile('/etc/modules')
  const texts = [...read.files.map(({text}) => text), debian.state === 'read' ? debian.value : '']
  return new Set(texts.flatMap((text) => text.split('\n')).map((line) => moduleName(line.replace(/[#;].*/, '').trim())))
}

const directories = [
  '/etc/modules-load.d',
  '/run/modules-load.d',
  '/usr/local/lib/modules-load.d',
  '/usr/lib/modules-load.d',
  '/lib/modules-load.d',
]
