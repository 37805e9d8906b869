import test from 'ava'
import fc from 'fast-check'
import {componentVersion} from '../../src/text/component-version.ts'
import {compareVersions, isAtLeast, parseVersion, type Version} from '../../src/text/version.ts'

function version(text: string): Version {
  const parsed = parseVersion(text)
  if (!parsed) throw new Error(text)
  return parsed
}

for (const [text, numbers, stage] of [
  ['v1.30.2+k3s1', [1, 30, 2]],
  ['1.27+', [1, 27]],
  ['1.27.3-00', [1, 27, 3]],
  ['1.27.3-1.1', [1, 27, 3]],
  ['1:1.2.3-4ubuntu1', [1, 2, 3]],
  ['5:20.10.7~ce-3-0~ubuntu', [20, 10, 7]],
  ['v1.27.3-eks-a5565ad', [1, 27, 3]],
  ['6.1.0-18-amd64', [6, 1, 0]],
  ['3.10.0-1160.el7.x86_64', [3, 10, 0]],
  ['252', [252]],
  ['v1.30.0-alpha.0.12+f00', [1, 30, 0], 'alpha'],
  ['1.7.0~rc1-1', [1, 7, 0], 'rc'],
  ['6.9-rc3', [6, 9], 'rc'],
  ['1.1.0-rc93+dev', [1, 1, 0], 'rc'],
  ['1.30.0-0.rc1', [1, 30, 0], 'rc'],
  ['1.5.0-developer', [1, 5, 0]],
] as const) {
  test(`reads ${text}`, (t) => {
    const parsed = parseVersion(text)
    t.deepEqual(parsed?.numbers, [...numbers])
    t.is(parsed?.prerelease?.stage, stage)
  })
}

test('what begins with no number is no version', (t) => {
  for (const text of ['', 'latest', 'version 1.2', '-1.2', 'v']) t.is(parseVersion(text), undefined, text)
})

test('order', (t) => {
  const ordered = [
    '1.9.10',
    '1.30.0-alpha.1',
    '1.30.0-alpha.2',
    '1.30.0-beta.0',
    '1.30.0-rc.1',
    '1.30.0',
    '1.30.1-rc.0',
    '1.30.10',
  ]
  const shuffled = [...ordered].reverse().map(version).sort(compareVersions)
  t.deepEqual(
    shuffled.map((entry) => entry.text),
    ordered,
  )
  t.is(compareVersions(version('1.27+'), version('v1.27.0-gke.100')), 0)
  t.true(isAtLeast(version('1.24.0-eks-1'), '1.24'))
  t.false(isAtLeast(version('1.24.0-rc.1'), '1.24'))
  t.throws(() => isAtLeast(version('1.24'), 'new'))
})

test('order is antisymmetric and follows the numbers', (t) => {
  const triple = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30))
  fc.assert(
    fc.property(triple, triple, fc.constantFrom('', '-rc.1', '-00', '+k3s1'), (a, b, suffix) => {
      const [left, right] = [version(`v${a.join('.')}${suffix}`), version(b.join('.'))]
      t.is(Math.sign(compareVersions(left, right)), 0 - Math.sign(compareVersions(right, left)))
      const difference = a.map((number, index) => number - (b[index] ?? 0)).find((step) => step !== 0)
      if (difference !== undefined) t.is(Math.sign(compareVersions(left, right)), Math.sign(difference))
    }),
  )
})

for (const [tool, stdout, expected] of [
  ['kubelet', 'Kubernetes v1.29.1\n', '1.29.1'],
  [
    'containerd',
    'containerd github.com/containerd/containerd v1.7.2 0cae528dd6cb557f7201036e9f43420650207b58',
    '1.7.2',
  ],
  [
    'containerd',
    'containerd github.com/containerd/containerd/v2 v2.0.0 207ad711eabd375a01713109a8a197d197ff6542',
    '2.0.0',
  ],
  ['containerd', 'containerd containerd.io 1.6.33 d2d58213f83a351ca8f528a95fbd145f5654e957', '1.6.33'],
  ['dockerd', 'Docker version 24.0.5, build a61e2b4', '24.0.5'],
  ['runc', 'runc version 1.1.7\ncommit: v1.1.7-0-g860f061\nspec: 1.0.2-dev\ngo: go1.20.3\n', '1.1.7'],
  ['crio', 'crio version 1.27.1\nVersion:        1.27.1\n', '1.27.1'],
  ['crio', 'INFO[0000] Starting\nVersion:        1.20.4\n', '1.20.4'],
  ['iptables', 'iptables v1.8.7 (nf_tables)\n', '1.8.7'],
  ['conntrack', 'conntrack v1.4.6 (conntrack-tools)\n', '1.4.6'],
  ['nft', 'nftables v1.0.6 (Lester Gooch #5)\n', '1.0.6'],
  ['ipset', 'ipset v7.17, protocol version: 7\n', '7.17'],
  ['crun', 'crun version 1.8.5\ncommit: b6f80f766c9a89eb7b1440c0a70ab287434b17ed\n', '1.8.5'],
  ['ip', 'ip utility, iproute2-6.1.0, libbpf 1.1.0\n', '6.1.0'],
  ['systemctl', 'systemd 252 (252.22-1~deb12u1)\n+PAM +AUDIT\n', '252'],
] as const) {
  test(`version of ${tool}: ${expected}`, (t) => t.is(componentVersion(tool, stdout)?.text, expected))
}

test('no version in an error message', (t) => {
  t.is(componentVersion('kubelet', ''), undefined)
  t.is(componentVersion('containerd', 'containerd: not found'), undefined)
})
