import test from 'ava'
import fc from 'fast-check'
import {nodeAt, plainValue} from '../../src/text/document.ts'
import {readJwt} from '../../src/text/jwt.ts'

function token(claims: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({alg: 'RS256'})}.${part(claims)}.c2lnbmF0dXJl`
}

test('claims of a bound service account token', (t) => {
  const claims = {
    aud: ['api'],
    exp: 1700003607,
    iat: 1700000000,
    nbf: 1700000000,
    iss: 'https://k',
    sub: 'system:serviceaccount:a:b',
  }
  const read = readJwt(`${token({...claims, 'kubernetes.io': {namespace: 'a', warnafter: 5}})}\n`)
  t.like(read.ok && read.value, {
    issuer: 'https://k',
    subject: 'system:serviceaccount:a:b',
    expiresAt: 1700003607,
    issuedAt: 1700000000,
    notBefore: 1700000000,
  })
  t.deepEqual(read.ok && read.value.audiences, ['api'])
  t.is(read.ok && nodeAt(read.value.payload, 'kubernetes.io', 'namespace')?.value, 'a')
})

test('a legacy token has no expiry, one audience may stand alone', (t) => {
  const read = readJwt(token({iss: 'kubernetes/serviceaccount', aud: 'x'}))
  t.is(read.ok && read.value.expiresAt, undefined)
  t.deepEqual(read.ok && read.value.audiences, ['x'])
})

test('other text is a problem', (t) => {
  for (const text of ['', 'abc', 'a.b', 'a.!.c', token('text'), 'e30.e30.c2ln.x', `a.${'b'.repeat(70_000)}.c`])
    t.false(readJwt(text).ok, text)
})

test('any claims come back', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({unit: 'grapheme'}), fc.string({unit: 'grapheme'})), (claims) => {
      const read = readJwt(token(claims))
      t.deepEqual(read.ok && plainValue(read.value.payload), {...claims})
    }),
  )
})
