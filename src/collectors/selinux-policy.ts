import {policyHas} from '../evaluators/selinux-modules.ts'
import {collector} from '../facts/collector.ts'
import {bool} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'

/** What the SELinux policy of the host has for containers. */
export const selinuxPolicy = collector({
  name: 'selinuxPolicy',
  about: 'What the SELinux policy of the host has for containers, from its modules and the labels it gives to paths.',
  fields: {
    hasContainers: bool(
      'It declares the types of container runtimes (container-selinux, or docker in older policies).',
    ),
    hasK3s: bool('It declares the types of k3s (k3s-selinux).'),
    hasRke2: bool('It declares the types of RKE2 (rke2-selinux).'),
    allowsTransitionWithoutNewPrivileges: bool(
      'The kernel and the policy let a process that may gain no privileges still enter the container domain.',
    ),
  },
  async collect(probe) {
    const [hasContainers, hasK3s, hasRke2, allowsTransitionWithoutNewPrivileges] = await Promise.all([
      policyHas(probe, ['container', 'docker'], containerTypes),
      policyHas(probe, ['k3s'], ['/var/lib/rancher/k3s']),
      policyHas(probe, ['rke2'], ['/var/lib/rancher/rke2']),
      transitionCapability(probe),
    ])
    return {hasContainers, hasK3s, hasRke2, allowsTransitionWithoutNewPrivileges}
  },
})

const containerTypes = ['container_runtime_exec_t', 'container_var_lib_t', 'docker_exec_t', 'docker_var_lib_t']

/** The policy capability nnp_nosuid_transition, which kernels before 4.14 and RHEL 7's first ones do not know. */
async function transitionCapability(probe: Probe): Promise<Leaf<boolean>> {
  const path = '/sys/fs/selinux/policy_capabilities/nnp_nosuid_transition'
  const value = await probe.readFile(path)
  if (value.state === 'unreadable') return unknown(`${path} ${value.reason}`, value.source)
  if (value.state === 'absent' && (await isKnownToKernel(probe))) return unknown(`${path} is not there`, value.source)
  return at(value.state === 'read' && value.value.trim() === '1', value.source)
}

/** Mainline kernels list the capability from 4.14 on, whether or not the policy has it. */
async function isKnownToKernel(probe: Probe): Promise<boolean> {
  const release = await probe.readFile('/proc/sys/kernel/osrelease')
  const [, major, minor] = (release.state === 'read' && /^(\d+)\.(\d+)/.exec(release.value)) || []
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 14)
}
