import {flagValue} from '../evaluators/component-flags.ts'
import {type RancherConfig, rancherConfig, rancherGap} from '../evaluators/rancher-config.ts'
import {runtimeChoice, untoldRuntime} from '../evaluators/runtime-choice.ts'
import {runtimeFiles} from '../evaluators/runtime-files.ts'
import {collector} from '../facts/collector.ts'
import {bool, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, type Leaf, sourceOf, Unknown, unknown} from '../facts/value.ts'
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
    unsetIn: strings('The files that could set the option and do not; none where it is set.'),
  },
  async collect(probe) {
    const rancher = await probe.once(rancherConfig)
    const choice = await probe.once(runtimeChoice)
    if (rancher?.unit !== undefined && choice.name !== 'docker') return rancherSwitch(probe, rancher, rancher.unit)
    const gap = await probe.once(rancherGap)
    if (gap && choice.name !== 'docker') return gap
    if (choice.name === 'containerd') {
      const facts = await probe.fact(containerd)
      if (facts instanceof Absent || facts instanceof Unknown) return facts
      return switchOf(
        probe,
        {runtime: 'containerd', option: 'enable_selinux', isOn: facts.enableSelinux},
        'containerd.service',
        bare(facts.hasConfigFile) ? [bare(facts.configFile) ?? ''] : [],
      )
    }
    if (choice.name === 'docker') {
      const facts = await probe.fact(docker)
      if (facts instanceof Absent || facts instanceof Unknown) return facts
      return switchOf(
        probe,
        {runtime: 'docker', option: 'selinux-enabled', isOn: facts.selinuxEnabled},
        'docker.service',
        [bare(facts.configFile) ?? '/etc/docker/daemon.json'],
      )
    }
    if (choice.gap) return untoldRuntime(choice)
    if (choice.name !== 'cri-o') return absent('no container runtime was found')
    const facts = await probe.fact(crio)
    if (facts instanceof Absent || facts instanceof Unknown) return facts
    return {runtime: 'cri-o', option: 'selinux', ...crioSwitch(facts.selinux), unsetIn: []}
  },
})

interface Switch {
  readonly runtime: string
  readonly option: string
  readonly isOn: Leaf<boolean>
}

/** A switch with the files that could turn it on, where nothing sets it. */
async function switchOf(probe: Probe, {runtime, option, isOn}: Switch, unit: string, own: readonly string[]) {
  const isUnset = !(isOn instanceof Unknown) && sourceOf(isOn)?.kind === 'default'
  return {runtime, option, isOn, isSetOn: isOn, unsetIn: isUnset ? await runtimeFiles(probe, unit, own) : []}
}

function crioSwitch(set: Leaf<string>): {isOn: Leaf<boolean>; isSetOn: Leaf<boolean>} {
  if (set instanceof Unknown) return {isOn: set, isSetOn: set}
  const source = typeof set === 'string' ? undefined : set.source
  const value = bare(set)
  return {isOn: at(value !== 'disabled', source), isSetOn: at(value === 'enabled', source)}
}

async function rancherSwitch(probe: Probe, rancher: RancherConfig, unit: string) {
  const {distribution} = rancher
  const isOn = await rancherOption(probe, rancher)
  return switchOf(probe, {runtime: distribution, option: 'selinux', isOn}, unit, [
    `/etc/rancher/${distribution}/config.yaml`,
  ])
}

/** The option `selinux` of k3s and RKE2; else what the release itself wrote for its containerd, as k3s before 1.19 did on its own. */
async function rancherOption(probe: Probe, {distribution, flags, gap}: RancherConfig): Promise<Leaf<boolean>> {
  const flag = flagValue(flags, 'selinux')
  if (flag) return at(parseGoBool(flag.value) ?? false, flag.source)
  const facts = await probe.fact(containerd)
  if ('enableSelinux' in facts && bare(facts.enableSelinux) === true) return facts.enableSelinux
  return gap ? unknown(gap.reason, gap.source) : at(false, {kind: 'default', of: distribution})
}
