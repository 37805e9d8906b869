import test from 'ava'
import {selinuxPolicy} from '../../src/collectors/selinux-policy.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

type Files = Parameters<typeof probeOf>[0]
const collected = async (files: Files) => plain(await selinuxPolicy.collect(probeOf(files)))

const modules = '/var/lib/selinux/targeted/active/modules'
const contexts = '/etc/selinux/targeted/contexts/files/file_contexts'

test('modules in the store', async (t) => {
  const store = {[`${modules}/100/base/cil`]: '', [`${modules}/200/container/cil`]: '', [`${modules}/200/k3s/cil`]: ''}
  t.deepEqual(await collected({...store, '/sys/fs/selinux/policy_capabilities/nnp_nosuid_transition': '1'}), {
    hasContainers: true,
    hasK3s: true,
    hasRke2: false,
    allowsTransitionWithoutNewPrivileges: true,
  })
})

test('the docker module of CentOS 7 counts, and so do the labels a policy gives', async (t) => {
  t.like(await collected({'/etc/selinux/targeted/active/modules/100/docker': {directory: true}}), {hasContainers: true})
  const line = '/var/lib/docker(/.*)? system_u:object_r:docker_var_lib_t:s0\n'
  t.like(await collected({[contexts]: line}), {hasContainers: true, hasRke2: false})
})

test('without a policy nothing is known of it', async (t) => {
  const facts = (await collected({})) as {hasContainers: unknown}
  t.deepEqual(facts.hasContainers, {unknown: `the policy's ${contexts} is not there`})
})
