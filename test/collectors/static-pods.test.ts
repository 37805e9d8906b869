import test from 'ava'
import {staticPods} from '../../src/collectors/static-pods.ts'
import {Unknown} from '../../src/facts/value.ts'
import {plain} from '../../src/facts/view.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const manifest = (spec: string, container: string) => `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver}
spec:
${spec}  containers:
  - name: kube-apiserver
    volumeMounts:
    - {name: certs, mountPath: /etc/kubernetes/pki}
${container}  volumes:
  - {name: certs, hostPath: {path: /etc/kubernetes/pki/}}
  - {name: unused, hostPath: {path: /etc/shadow}}
  - {name: scratch, emptyDir: {}}
`

async function itemOf(spec: string, container: string, type: string) {
  const probe = probeOf({
    '/etc/kubernetes/manifests/kube-apiserver.yaml': manifest(spec, container),
    '/etc/kubernetes/pki': {directory: true, selinux: `system_u:object_r:${type}:s0`},
  })
  const facts = await staticPods.collect(probe)
  return (plain(facts) as {hostPaths: readonly Record<string, unknown>[]}).hostPaths
}

test('what containers mount of the host, with its type', async (t) => {
  t.deepEqual(await itemOf('', '', 'kubernetes_file_t'), [
    {
      name: 'kube-apiserver: /etc/kubernetes/pki',
      container: 'kube-apiserver',
      path: '/etc/kubernetes/pki',
      type: 'kubernetes_file_t',
      isConfined: true,
      isReadable: false,
      level: 's0',
    },
  ])
  t.like((await itemOf('', '', 'svirt_sandbox_file_t'))[0], {type: 'container_file_t', isReadable: true})
  t.like((await itemOf('', '', 'lib_t'))[0], {
    isReadable: {unknown: 'only the rules of the policy tell whether containers may read lib_t'},
  })
})

test('containers that SELinux leaves free', async (t) => {
  const type = (name: string) => `    securityContext: {seLinuxOptions: {type: ${name}}}\n`
  const confined = async (spec: string, container: string) => (await itemOf(spec, container, 'etc_t'))[0]?.isConfined
  t.false(await confined('  securityContext: {seLinuxOptions: {type: spc_t}}\n', ''))
  t.false(await confined('', type('rke2_service_t')))
  t.false(await confined('', '    securityContext: {privileged: true}\n'))
  t.false(await confined('  hostPID: true\n', ''))
  t.true(await confined('  hostNetwork: true\n', type('svirt_lxc_net_t')))
  t.true(await confined('  securityContext: {seLinuxOptions: {type: spc_t}}\n', type('container_t')))
})

test('manifests that only root may read', async (t) => {
  const probe = probeOf({'/etc/kubernetes/manifests/etcd.yaml': {unreadable: 'permission denied'}})
  t.true((await staticPods.collect(probe)) instanceof Unknown)
})

test('a manifest that is no YAML is passed over', async (t) => {
  const probe = probeOf({
    '/etc/kubernetes/manifests/a.yaml': '{',
    '/etc/kubernetes/manifests/.b.yaml': manifest('', ''),
  })
  t.deepEqual(await staticPods.collect(probe), {hostPaths: []})
})
