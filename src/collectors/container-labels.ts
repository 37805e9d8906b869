import {flagValue} from '../evaluators/component-flags.ts'
import {type RancherConfig, rancherConfig} from '../evaluators/rancher-config.ts'
import {runtimeChoice} from '../evaluators/runtime-choice.ts'
import {serviceCommand} from '../evaluators/service-command.ts'
import {collector} from '../facts/collector.ts'
import {bool, string} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, type Leaf, Unknown, unknown} from '../facts/value.ts'
import {parseGoBool} from '../text/go-flags.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'

/** Whether the container runtime labels containers and their volumes. */
export const containerLabels = collector({
  name: 'containerLabels',
  about: 'Whether the container runtime the kubelet uses gives SELinux labels to containers and volumes.',
  fields: {
    runtime: string('containerd, cri-o, docker, k3s or rke2.'),
    option: string('The option that switches labels on, as in `enable_selinux`.'),
    isOn: bool('The option is on; CRI-O follows the host unless it is told not to.'),
    isSetOn: bool('Somebody has set it to on.'),
  },
  async collect(probe) {
    const rancher = await probe.once(rancherConfig)
    const choice = await probe.once(runtimeChoice)
    if (rancher?.unit !== undefined && choice.name !== 'docker')
      return switchOf(rancher.distribution, 'selinux', await rancherOption(probe, rancher))
    if (choice.name === 'containerd') {
      const facts = await probe.fact(containerd)
      if (facts instanceof Absent || facts instanceof Unknown) return facts
      return switchOf('containerd', 'enable_selinux', facts.enableSelinux)
    }
    if (choice.name === 'docker') {
      const facts = await probe.fact(docker)
      if (facts instanceof Absent || facts instanceof Unknown) return facts
      return switchOf('docker', 'selinux-enabled', facts.selinuxEnabled)
    }
    if (choice.name !== 'cri-o') return absent('no container runtime was found')
    const facts = await probe.fact(crio)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    return {runtime: 'cri-o', option: 'selinux', ...crioSwitch(facts.selinux)}
  },
})

function switchOf(runtime: string, option: string, isOn: Leaf<boolean>) {
  return {runtime, option, isOn, isSetOn: isOn}
}

function crioSwitch(set: Leaf<string>): {isOn: Leaf<boolean>; isSetOn: Leaf<boolean>} {
  if (set instanceof Unknown) return {isOn: set, isSetOn: set}
  const source = typeof set === 'string' ? undefined : set.source
  const value = bare(set)
  return {isOn: at(value !== 'disabled', source), isSetOn: at(value === 'enabled', source)}
}

/** The flag `--selinux` of k3s and RKE2, in their files or in the variable that packages set it with. */
async function rancherOption(probe: Probe, {distribution, unit, flags, gap}: RancherConfig): Promise<Leaf<boolean>> {
  const flag = flagValue(flags, 'selinux')
  if (flag) return at(parseGoBool(flag.value) ?? false, flag.source)
  const service = unit === undefined ? undefined : await probe.once(serviceCommand, unit)
  const name = `${distribution.toUpperCase()}_SELINUX`
  const variable = service?.state === 'found' ? service.environment.get(name) : undefined
  if (variable) return at(parseGoBool(variable.value) ?? false, variable.source)
  return gap ? unknown(gap.reason, gap.source) : at(false, {kind: 'default', of: distribution})
}
