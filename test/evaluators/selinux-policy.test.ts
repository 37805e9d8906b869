import test from 'ava'
import {labelPolicy, policyType} from '../../src/evaluators/selinux-file-contexts.ts'
import {policyHas} from '../../src/evaluators/selinux-modules.ts'
import {bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from './probe-of.ts'

const files = '/etc/selinux/targeted/contexts/files'
const base = {
  [`${files}/file_contexts`]:
    '/.* system_u:object_r:default_t:s0\n/var/lib/kubelet(/.*)? system_u:object_r:container_var_lib_t:s0\n',
}
type Files = Parameters<typeof probeOf>[0]

async function typeAt(tree: Files, path: string) {
  const policy = await labelPolicy(probeOf(tree))
  return policy.state === 'read' ? policyType(policy, path, 'directory') : policy.reason
}

test('local equivalences come before those of the distribution, local rules after all others', async (t) => {
  const tree = {
    ...base,
    [`${files}/file_contexts.subs`]: '/data/kubelet /home-inst/kubelet\n',
    [`${files}/file_contexts.subs_dist`]: '/home-inst /var/lib\n',
    [`${files}/file_contexts.local`]: '/srv/secrets(/.*)? system_u:object_r:svirt_sandbox_file_t:s0\n',
  }
  t.like(await typeAt(tree, '/data/kubelet/pods'), {type: 'container_var_lib_t', source: {line: 2}})
  t.like(await typeAt(tree, '/data/other'), {type: 'default_t'})
  t.deepEqual(await typeAt(tree, '/srv/secrets/a'), {
    type: 'container_file_t',
    source: {kind: 'file', path: `${files}/file_contexts.local`, line: 1},
  })
})

test('the policy of another type, and none', async (t) => {
  const config = {'/etc/selinux/config': 'SELINUXTYPE=mls\n'}
  const mls = {...config, '/etc/selinux/mls/contexts/files/file_contexts': '/.* system_u:object_r:mls_t:s0\n'}
  t.like(await typeAt(mls, '/etc'), {type: 'mls_t'})
  t.is(await typeAt(config, '/etc'), "the policy's /etc/selinux/mls/contexts/files/file_contexts is not there")
})

const containers = async (tree: Files) => policyHas(probeOf(tree), ['container'], ['container_runtime_exec_t'])

test('a module is found in each of the stores', async (t) => {
  const places = [
    '/var/lib/selinux/targeted/active/modules/200/container',
    '/etc/selinux/targeted/active/modules/200/container',
    '/etc/selinux/targeted/modules/active/modules/container.pp',
  ]
  for (const path of places) {
    const leaf = await containers({...base, [path]: path.endsWith('.pp') ? 'x' : {directory: true}})
    t.deepEqual([bare(leaf), sourceOf(leaf)], [true, {kind: 'file', path}])
  }
})

test('a disabled module and a policy without it', async (t) => {
  const store = '/var/lib/selinux/targeted/active/modules'
  t.false(bare(await containers({...base, [`${store}/200/container/cil`]: '', [`${store}/disabled/container`]: ''})))
  t.false(bare(await containers({[`${store}/100/base`]: {directory: true}})))
  t.false(bare(await containers(base)))
})

test('the labels of paths prove a module of a store that only root may read', async (t) => {
  const closed = {'/var/lib/selinux/targeted/active/modules': {unreadable: 'permission denied'}}
  const runtime = '/usr/s?bin/runc -- system_u:object_r:container_runtime_exec_t:s0\n'
  t.true(bare(await containers({...closed, [`${files}/file_contexts`]: runtime})))
  t.false(bare(await containers({...closed, ...base})))
  t.true((await containers(closed)) instanceof Unknown)
  t.true((await containers({})) instanceof Unknown)
})
