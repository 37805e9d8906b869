import test from 'ava'
import fc from 'fast-check'
import {
  type ContextFileType,
  findFileContext,
  readFileContexts,
  readPathSubstitutions,
  substitutePath,
} from '../../src/text/file-contexts.ts'

/** Lines of the targeted policy and of container-selinux 2.250.0, in the order libsemanage writes them. */
const policy = readFileContexts(`
# comment
/.*	system_u:object_r:default_t:s0
/opt/.*	system_u:object_r:usr_t:s0
/opt/(.*/)?bin(/.*)?	system_u:object_r:bin_t:s0
/var/lib(/.*)?	system_u:object_r:var_lib_t:s0
/usr/s?bin/kubelet.*	--	system_u:object_r:kubelet_exec_t:s0
/var/lib/kubelet(/.*)?	system_u:object_r:container_var_lib_t:s0
/var/lib/containers/atomic(/.*)?	<<none>>
/run/docker\\.sock	-s	system_u:object_r:container_var_run_t:s0
/etc/.*	system_u:object_r:etc_t:s0
/etc/shadow.*	--	system_u:object_r:shadow_t:s0
`)

const typeOf = (path: string, type: ContextFileType) => findFileContext(policy, path, type)?.label?.split(':')[2]

test('the last matching specification of the right file type decides', (t) => {
  t.is(typeOf('/var/lib/kubelet', 'directory'), 'container_var_lib_t')
  t.is(typeOf('/var/lib/kubelet/pods/a', 'directory'), 'container_var_lib_t')
  t.is(typeOf('/var/lib/kubelet2', 'directory'), 'var_lib_t')
  t.is(typeOf('/opt/cni/bin/bridge', 'file'), 'bin_t')
  t.is(typeOf('/opt/bin', 'directory'), 'bin_t')
  t.is(typeOf('/opt/cni', 'directory'), 'usr_t')
  t.is(typeOf('/usr/sbin/kubelet', 'file'), 'kubelet_exec_t')
  t.is(typeOf('/usr/sbin/kubelet', 'symlink'), 'default_t')
  t.is(typeOf('/run/docker.sock', 'socket'), 'container_var_run_t')
  t.is(typeOf('/run/dockerxsock', 'socket'), 'default_t')
})

test('nothing is to be labelled under <<none>>', (t) => {
  t.is(findFileContext(policy, '/var/lib/containers/atomic/x', 'file')?.label, undefined)
  t.is(findFileContext(policy, '/var/lib/containers/atomic/x', 'file')?.line, 9)
})

test('a literal path beats patterns that come later', (t) => {
  const contexts = readFileContexts('/etc/kubernetes u:r:a_t:s0\n/etc/kubernetes(/.*)? u:r:b_t:s0\n')
  t.is(findFileContext(contexts, '/etc/kubernetes', 'directory')?.label, 'u:r:a_t:s0')
  t.is(findFileContext(contexts, '/etc/kubernetes/pki', 'directory')?.label, 'u:r:b_t:s0')
})

test('lines of another shape and patterns nobody can match are passed over', (t) => {
  const contexts = readFileContexts('/a\n/a -x u:r:a_t:s0\n/a -- -- u:r:a_t:s0\n/a(?<=b u:r:a_t:s0\n/a* u:r:b_t:s0')
  t.is(contexts.length, 2)
  t.is(findFileContext(contexts, '/', 'directory')?.label, 'u:r:b_t:s0')
  t.is(findFileContext(contexts, '/b', 'file'), undefined)
})

test('of several substitutions the last line wins, and only whole directories are replaced', (t) => {
  const subs = readPathSubstitutions(
    '# local\n/data/kubelet /var/lib/kubelet\n/data /srv\n/data/kubelet /var/lib/other\n/sys /',
  )
  t.is(substitutePath('/data/kubelet/pods', subs), '/var/lib/other/pods')
  t.is(substitutePath('/data/kubelets', subs), '/srv/kubelets')
  t.is(substitutePath('/sys/bin', subs), '/bin')
  t.is(substitutePath('/etc', subs), '/etc')
})

test('patterns made to run away take no time', (t) => {
  const path = `/${'a'.repeat(60)}`
  const started = performance.now()
  for (const pattern of [
    '/(a*)*b',
    '/(a|a)?'.repeat(40),
    `/${'a?'.repeat(40)}${'a'.repeat(40)}b`,
    `/${'.*'.repeat(20)}b`,
  ]) {
    t.is(findFileContext(readFileContexts(`${pattern} u:r:x_t:s0`), path, 'file'), undefined, pattern)
  }
  t.true(performance.now() - started < 2000)
})

test('a path quoted as a pattern matches itself alone', (t) => {
  const path = fc.stringMatching(/^(\/[a-z.+?*|(){}[\]^$-]{1,6}){1,4}$/)
  fc.assert(
    fc.property(path, path, (one, other) => {
      const contexts = readFileContexts(`${one.replace(/[.+?*|(){}[\]^$]/g, '\\$&')} u:r:x_t:s0`)
      t.true(contexts[0]?.isLiteral)
      t.is(findFileContext(contexts, one, 'file')?.line, 1)
      t.is(findFileContext(contexts, other, 'file') !== undefined, one === other)
    }),
  )
})
