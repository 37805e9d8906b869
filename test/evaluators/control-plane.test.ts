import test from 'ava'
import {documentSettings} from '../../src/evaluators/cluster-documents.ts'
import {declaredFlag} from '../../src/evaluators/component-declaration.ts'
import {controlPlane} from '../../src/evaluators/control-plane.ts'
import {probeOf} from './probe-of.ts'

test('a static pod manifest gives each flag its own line', async (t) => {
  const path = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
  const manifest = `kind: Pod
spec:
  containers:
  - name: kube-controller-manager
    command:
    - kube-controller-manager
    - --cluster-cidr=192.168.2.0/24
`
  const {declarations} = await probeOf({[path]: manifest}).once(controlPlane)
  t.deepEqual(declaredFlag(declarations, 'kube-controller-manager', 'cluster-cidr'), [
    {
      component: 'kube-controller-manager',
      by: 'manifest',
      isInForce: true,
      value: '192.168.2.0/24',
      source: {kind: 'file', path, line: 7},
    },
  ])
})

test('a manifest may start its component through a shell', async (t) => {
  const manifest = {
    spec: {
      containers: [
        {
          name: 'kube-proxy',
          command: [
            '/bin/sh',
            '-c',
            'echo x; exec kube-proxy --cluster-cidr="10.64.0.0/14" --v=2 1>>/var/log/p.log 2>&1',
          ],
        },
      ],
    },
  }
  const files = {'/etc/kubernetes/manifests/kube-proxy.manifest': JSON.stringify(manifest)}
  const {declarations} = await probeOf(files).once(controlPlane)
  t.deepEqual(
    declaredFlag(declarations, 'kube-proxy', 'cluster-cidr').map(({value}) => value),
    ['10.64.0.0/14'],
  )
  t.is(declarations[0]?.flags.positional.length, 0)
})

test('an environment file is a declaration even where no unit reads it', async (t) => {
  const files = {
    '/etc/kubernetes/config': 'KUBE_LOG_LEVEL="--v=4"\nKUBE_SERVICE_RANGE="--service-cluster-ip-range=10.0.0.0/16"\n',
  }
  const {declarations} = await probeOf(files).once(controlPlane)
  t.deepEqual(declaredFlag(declarations, 'kube-apiserver', 'service-cluster-ip-range'), [
    {
      component: '',
      by: 'environment file',
      isInForce: false,
      value: '10.0.0.0/16',
      source: {kind: 'file', path: '/etc/kubernetes/config', line: 2},
    },
  ])
})

test("flanneld's unit: flags and variables, which its command line overrides", async (t) => {
  const unit = `[Service]
Environment=FLANNELD_IP_MASQ=true FLANNELD_IFACE=eth1
ExecStart=/usr/bin/flanneld -iface=eth2 stray -ip-masq=false
`
  const {declarations} = await probeOf({'/etc/systemd/system/flanneld.service': unit}).once(controlPlane)
  t.is(declaredFlag(declarations, 'flanneld', 'ip-masq')[0]?.value, 'true')
  t.is(declaredFlag(declarations, 'flanneld', 'iface')[0]?.value, 'eth2')
})

test('k3s: later files replace, a plus appends, a server has defaults', async (t) => {
  const files = {
    '/etc/systemd/system/k3s.service': '[Service]\nExecStart=/usr/local/bin/k3s server\n',
    '/etc/rancher/k3s/config.yaml': 'service-cidr: 10.96.0.0/16\nkube-proxy-arg:\n- proxy-mode=ipvs\n',
    '/etc/rancher/k3s/config.yaml.d/10.yaml': 'service-cidr: 10.97.0.0/16\nkube-proxy-arg+:\n- masquerade-all=true\n',
  }
  const {declarations} = await probeOf(files).once(controlPlane)
  const given = (component: 'kube-apiserver' | 'kube-proxy', flag: string) =>
    declaredFlag(declarations, component, flag)[0]?.value
  t.is(given('kube-apiserver', 'service-cluster-ip-range'), '10.97.0.0/16')
  t.is(given('kube-proxy', 'cluster-cidr'), '10.42.0.0/16')
  t.is(given('kube-proxy', 'proxy-mode'), 'ipvs')
  t.is(given('kube-proxy', 'masquerade-all'), 'true')
})

test("kube-proxy's configuration file takes the place of its flags", async (t) => {
  const files = {
    '/etc/systemd/system/kube-proxy.service':
      '[Service]\nExecStart=/usr/bin/kube-proxy --config=/var/lib/kube-proxy/config.conf --proxy-mode=ipvs\n',
    '/var/lib/kube-proxy/config.conf': 'kind: KubeProxyConfiguration\nmode: iptables\n',
  }
  const {declarations, documents} = await probeOf(files).once(controlPlane)
  t.false(declaredFlag(declarations, 'kube-proxy', 'proxy-mode')[0]?.isInForce)
  t.deepEqual(documentSettings(documents, 'KubeProxyConfiguration', 'mode'), [
    {value: 'iptables', source: {kind: 'file', path: '/var/lib/kube-proxy/config.conf', line: 2}},
  ])
})

test('a kubeadm file left on the host holds several documents', async (t) => {
  const text = 'kind: InitConfiguration\n---\nkind: ClusterConfiguration\nnetworking:\n  podSubnet: 10.244.0.0/16\n'
  const {documents} = await probeOf({'/etc/kubernetes/kubeadm-config.yaml': text}).once(controlPlane)
  t.deepEqual(
    documentSettings(documents, 'ClusterConfiguration', 'networking', 'podSubnet').map(({value, source}) => [
      value,
      source,
    ]),
    [['10.244.0.0/16', {kind: 'file', path: '/etc/kubernetes/kubeadm-config.yaml', line: 5}]],
  )
})
