import test from 'ava'
import fc from 'fast-check'
import {redact, refusal} from '../../src/host/redact.ts'

const cases: readonly [name: string, text: string, expected: string][] = [
  [
    'kubeconfig token',
    'users:\n- name: a\n  user:\n    token: s3cr3t\n',
    'users:\n- name: a\n  user:\n    token: [redacted]\n',
  ],
  ['kubeconfig key', '    client-key-data: LS0tLS1CRUdJTg==\n', '    client-key-data: [redacted]\n'],
  ['flag with =', 'kubelet\0--token=abc\0--v=2', 'kubelet\0--token=[redacted]\0--v=2'],
  [
    'flag with space',
    'kubeadm join --token abcdef.0123456789abcdef 10.0.0.1',
    'kubeadm join --token [redacted] 10.0.0.1',
  ],
  ['bootstrap token', 'use abcdef.0123456789abcdef now', 'use [redacted] now'],
  ['JWT', 'x eyJhbGciOi.eyJpc3MiOi.c2lnbmF0dXJl y', 'x eyJhbGciOi.eyJpc3MiOi.[redacted] y'],
  ['proxy', 'HTTP_PROXY=http://bob:pa@ss@proxy:3128/', 'HTTP_PROXY=http://[redacted]@proxy:3128/'],
  ['docker auths', '{"auths":{"r.io":{"auth":"Ym9iOnB3"}}}', '{"auths":{"r.io":{"auth":"[redacted]"}}}'],
  [
    'wireguard',
    '[Interface]\nPrivateKey = abc=\nAddress = 10.0.0.1/24',
    '[Interface]\nPrivateKey = [redacted]\nAddress = 10.0.0.1/24',
  ],
  [
    'private key',
    'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\nb',
    'a\n-----BEGIN RSA PRIVATE KEY-----\n[redacted]\n[redacted]\n-----END RSA PRIVATE KEY-----\nb',
  ],
  ['cut private key', '-----BEGIN PRIVATE KEY-----\nMIIE', '-----BEGIN PRIVATE KEY-----\n[redacted]'],
]

for (const [name, text, expected] of cases) {
  test(`redacts: ${name}`, (t) => {
    t.is(redact(text), expected)
    t.is(redact(expected), expected, 'a second time changes nothing')
  })
}

const harmless = [
  'KUBELET_ARGS=--authentication-token-webhook=true --token-auth-file=/etc/tokens.csv',
  'authentication:\n  anonymous:\n    enabled: false\n  x509:\n    clientCAFile: /etc/kubernetes/pki/ca.crt\n',
  'passwd:         files systemd\nshadow: files\n',
  '-----BEGIN CERTIFICATE-----\nMIIBPjCB5KADAgEC\n-----END CERTIFICATE-----\n',
  'proxy = http://proxy.example.com:3128\nno_proxy=10.0.0.0/8\n',
  'token: ""\nauth: {}\n',
  'bootstrapKubeconfig: /etc/kubernetes/bootstrap-kubelet.conf\n',
]

for (const text of harmless) {
  test(`keeps ${JSON.stringify(text.slice(0, 30))}`, (t) => {
    t.is(redact(text), text)
  })
}

test('the number of lines never changes', (t) => {
  const part = fc.constantFrom(
    'token: ',
    '"auth":"',
    '-----BEGIN PRIVATE KEY-----',
    '\n',
    '://a:b@',
    'eyJa.b.c',
    ' ',
    '--token ',
    'x',
    '"',
    '\\n',
  )
  const lines = (text: string): number => text.split('\n').length
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => lines(redact(text)) === lines(text),
      ),
    ),
  )
})

test('hostile text takes linear time', (t) => {
  const started = performance.now()
  for (const unit of ['-', '--token', 'eyJ-', '://a:', '-----BEGIN PRIVATE KEY-----', '{"token":"', 'token_']) {
    redact(unit.repeat(1_000_000 / unit.length))
  }
  t.true(performance.now() - started < 10_000)
})

test('files of secrets are never read, certificates are', (t) => {
  for (const path of [
    '/etc/shadow',
    '/etc/gshadow-',
    '/etc/ssh/ssh_host_rsa_key',
    '/etc/kubernetes/pki/etcd/ca.key',
    '/root/.ssh/id_rsa',
  ]) {
    t.is(refusal(path), 'holds secrets and is never read', path)
  }
  for (const path of ['/etc/passwd', '/etc/ssh/ssh_host_rsa_key.pub', '/etc/kubernetes/pki/ca.crt'])
    t.is(refusal(path), undefined, path)
})
