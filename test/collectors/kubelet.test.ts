import test from 'ava'
import {kubelet} from '../../src/collectors/kubelet.ts'
import type {Probe} from '../../src/facts/probe.ts'
import {Absent, bare, sourceOf, Unknown} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

async function collect(probe: Probe) {
  const facts = await probe.fact(kubelet)
  if (facts instanceof Absent || facts instanceof Unknown) throw new Error(facts.reason)
  return facts
}

const kubeadmDropIn = `[Service]
Environment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`
const kubeadmHost = {
  '/usr/lib/systemd/system/kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet\n',
  '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf': kubeadmDropIn,
  '/usr/bin/kubelet': {mode: '0755', size: 100, base64: ''},
}
const version = [{argv: ['kubelet', '--version'], exitCode: 0, stdout: 'Kubernetes v1.30.4\n', stderr: ''}]

test('a flag wins over the configuration file and names what it overrode', async (t) => {
  const facts = await collect(
    probeOf(
      {
        ...kubeadmHost,
        '/var/lib/kubelet/config.yaml': 'kind: KubeletConfiguration\nmaxPods: 58\nclusterDNS:\n- 10.96.0.10\n',
        '/var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--max-pods=110"\n',
        '/etc/default/kubelet': '\nKUBELET_EXTRA_ARGS=--max_pods=250\n',
      },
      version,
    ),
  )
  t.is(bare(facts.maxPods), 250)
  t.deepEqual(sourceOf(facts.maxPods), {
    kind: 'file',
    path: '/etc/default/kubelet',
    line: 2,
    overrode: [
      {value: 110, source: {kind: 'file', path: '/var/lib/kubelet/kubeadm-flags.env', line: 1}},
      {value: 58, source: {kind: 'file', path: '/var/lib/kubelet/config.yaml', line: 2}},
    ],
  })
  t.deepEqual(bare(facts.clusterDns), ['10.96.0.10'])
  t.deepEqual(sourceOf(facts.clusterDns), {kind: 'file', path: '/var/lib/kubelet/config.yaml', line: 3})
  t.is(bare(facts.version), 'v1.30.4')
  t.is(bare(facts.minor), 30)
})

test('before the join kubeadm has written nothing: what it always writes is known, what the cluster decides is not', async (t) => {
  const facts = await collect(probeOf(kubeadmHost, version))
  t.is(bare(facts.cgroupDriver), 'systemd')
  t.deepEqual(sourceOf(facts.cgroupDriver), {kind: 'default', of: 'kubeadm'})
  t.is(bare(facts.maxPods), 110)
  t.true(facts.clusterDns instanceof Unknown)
  t.false(bare(facts.hasCredentials))
})

test('without a configuration file the kubelet is open as its flags are by default', async (t) => {
  const unit = {
    '/etc/systemd/system/kubelet.service': '[Service]\nExecStart=/bin/kubelet --cluster_domain=cluster.local\n',
  }
  const facts = await collect(
    probeOf({...unit, '/bin/kubelet': ''}, [
      {argv: ['kubelet', '--version'], exitCode: 0, stdout: 'Kubernetes v1.13.4\n', stderr: ''},
    ]),
  )
  t.is(bare(facts.readOnlyPort), 10255)
  t.true(bare(facts.anonymousAuth))
  t.is(bare(facts.clusterDomain), 'cluster.local')
  t.is(bare(facts.runtimeEndpoint), '')
})

test('drop-ins merge maps and replace lists, in lexical order', async (t) => {
  const facts = await collect(
    probeOf(
      {
        '/etc/systemd/system/kubelet.service':
          '[Service]\nExecStart=/usr/bin/kubelet --config=/etc/kubelet.json --config-dir /etc/kubelet.d\n',
        '/etc/kubelet.json': '{"clusterDNS": ["10.0.0.10"], "authentication": {"anonymous": {"enabled": true}}}',
        '/etc/kubelet.d/20.conf': 'clusterDNS: [10.0.0.30]\n',
        '/etc/kubelet.d/10.conf': 'clusterDNS: [10.0.0.20]\nauthentication: {webhook: {enabled: false}}\n',
        '/etc/kubelet.d/30.yaml': 'clusterDNS: [10.0.0.40]\n',
      },
      version,
    ),
  )
  t.deepEqual(bare(facts.clusterDns), ['10.0.0.30'])
  t.true(bare(facts.anonymousAuth))
  t.deepEqual(
    sourceOf(facts.clusterDns)?.overrode?.map((lost) => lost.value),
    [['10.0.0.20'], ['10.0.0.10']],
  )
})

test('an unreadable configuration file leaves only what flags set', async (t) => {
  const files = {...kubeadmHost, '/var/lib/kubelet/config.yaml': {unreadable: 'permission denied'}}
  const facts = await collect(
    probeOf({...files, '/etc/default/kubelet': 'KUBELET_EXTRA_ARGS=--node-ip=192.0.2.7\n'}, version),
  )
  t.is(bare(facts.nodeIp), '192.0.2.7')
  t.true(facts.maxPods instanceof Unknown)
})

test('arguments of MicroK8s that may not be read leave the kubelet unknown, not absent', async (t) => {
  const path = '/var/snap/microk8s/current/args/kubelet'
  const facts = await collect(probeOf({[path]: {unreadable: 'permission denied; run as root'}}))
  t.like(facts.maxPods, {reason: `${path} permission denied; run as root`})
})

test('a joined kubelet runs and its kubeconfig leads to a certificate', async (t) => {
  const kubeconfig =
    'users:\n- name: n\n  user:\n    client-certificate: /var/lib/kubelet/pki/kubelet-client-current.pem\n'
  const files = {
    ...kubeadmHost,
    '/etc/kubernetes/kubelet.conf': kubeconfig,
    '/proc/900/comm': 'kubelet\n',
    '/proc/900/cmdline': '/usr/bin/kubelet\0--config=/var/lib/kubelet/config.yaml\0',
  }
  const withoutCertificate = await collect(probeOf(files, version))
  t.true(bare(withoutCertificate.isRunning))
  t.false(bare(withoutCertificate.hasCredentials))
  const joined = await collect(probeOf({...files, '/var/lib/kubelet/pki/kubelet-client-current.pem': 'x'}, version))
  t.true(bare(joined.hasCredentials))
})

test('k3s: options of the service and of config.yaml become flags of the embedded kubelet', async (t) => {
  const facts = await collect(
    probeOf({
      '/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server --kubelet-arg=max-pods=200\n',
      '/etc/rancher/k3s/config.yaml': 'cluster-domain: example.org\nkubelet-arg:\n- max-pods=50\n',
      '/usr/local/bin/k3s': '',
    }),
  )
  t.is(bare(facts.distribution), 'k3s')
  t.true(bare(facts.isInstalled))
  t.is(bare(facts.clusterDomain), 'example.org')
  t.is(bare(facts.maxPods), 200)
  t.is(bare(facts.runtimeEndpoint), 'unix:///run/k3s/containerd/containerd.sock')
})

test('with no kubelet anywhere nothing is claimed about its configuration', async (t) => {
  const facts = await collect(probeOf({'/etc/hostname': 'node-1\n'}))
  t.false(bare(facts.isInstalled))
  t.true(facts.maxPods instanceof Unknown)
  t.true(facts.version instanceof Unknown)
})

test('a kubelet that runs is there, unless it belongs to a node inside a container', async (t) => {
  const installed = async (argv: string, group: string) => {
    const files = {'/proc/77/cmdline': argv.replaceAll(' ', '\0'), '/proc/77/cgroup': `0::${group}\n`}
    const {isInstalled, cgroupDriver} = await collect(probeOf(files))
    return [bare(isInstalled), bare(cgroupDriver)]
  }
  const id = 'a1'.repeat(32)
  const flag = '--cgroup-driver=systemd'
  t.deepEqual(await installed(`kubelet ${flag}`, `/system.slice/docker-${id}.scope`), [true, 'systemd'])
  t.deepEqual(await installed(`/hyperkube kubelet ${flag}`, `/docker/${id}`), [true, 'systemd'])
  t.is((await installed(`/usr/bin/kubelet ${flag}`, `/docker/${id}/kubelet.slice/kubelet.service`))[0], false)
})
