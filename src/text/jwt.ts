import {type DocumentNode, itemsOf, mappingOf, nodeAt} from './document.ts'
import {parseJson} from './json.ts'
import type {Parsed} from './parsed.ts'

/** What a JSON Web Token claims; nothing is verified. Times are seconds since 1970. */
export interface JwtClaims {
  readonly issuer: string | undefined
  readonly subject: string | undefined
  readonly audiences: readonly string[]
  readonly issuedAt: number | undefined
  readonly notBefore: number | undefined
  readonly expiresAt: number | undefined
  /** All claims, with Kubernetes' own under `kubernetes.io`. */
  readonly payload: DocumentNode
}

/** Reads the claims of a token, such as a service account's, without verifying its signature. */
export function readJwt(token: string): Parsed<JwtClaims> {
  const encoded = token.length <= maxLength ? tokenPattern.exec(token.trim())?.[1] : undefined
  if (encoded === undefined) return failed('no JSON Web Token: three parts of base64url are expected')
  const payload = parseJson(Buffer.from(encoded, 'base64url').toString('utf8'))
  if (!payload.ok || !mappingOf(payload.value)) return failed('the claims of the token are no JSON object')
  const text = (name: string) => stringOf(nodeAt(payload.value, name))
  const seconds = (name: string) => {
    const value = nodeAt(payload.value, name)?.value
    return typeof value === 'number' ? value : undefined
  }
  const audience = nodeAt(payload.value, 'aud')
  const audiences = (itemsOf(audience) ?? [audience]).flatMap((node) => stringOf(node) ?? [])
  const times = {issuedAt: seconds('iat'), notBefore: seconds('nbf'), expiresAt: seconds('exp')}
  return {ok: true, value: {issuer: text('iss'), subject: text('sub'), audiences, ...times, payload: payload.value}}
}

const maxLength = 65_536
const tokenPattern = /^[\w-]+\.([\w-]+)\.[\w-]*$/

function stringOf(node: DocumentNode | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

function failed(message: string): Parsed<never> {
  return {ok: false, problem: {message, line: 1, column: 1}}
}
