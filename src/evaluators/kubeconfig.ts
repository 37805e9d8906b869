import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import {type DocumentNode, itemsOf, nodeAt} from '../text/document.ts'
import {parseYaml} from '../text/yaml.ts'

/**
 * Whether a kubeconfig lets its owner authenticate: a user with an embedded or existing client certificate, a token or a
 * program that obtains one.
 */
export async function holdsCredentials(probe: Probe, path: string): Promise<Leaf<boolean>> {
  const text = await probe.readFile(path)
  if (text.state === 'absent') return at(false, text.source)
  if (text.state === 'unreadable') return unknown(`${path}: ${text.reason}`, text.source)
  const parsed = parseYaml(text.value)
  if (!parsed.ok) return unknown(`${path} line ${parsed.problem.line}: ${parsed.problem.message}`, text.source)
  const users = (itemsOf(nodeAt(parsed.value, 'users')) ?? []).flatMap((entry) => nodeAt(entry, 'user') ?? [])
  for (const user of users) {
    const embedded = ['client-certificate-data', 'token', 'exec', 'auth-provider', 'username'].find((key) =>
      isSet(user, key),
    )
    if (embedded) return at(true, {kind: 'file', path, line: nodeAt(user, embedded)?.line ?? 1})
    for (const key of ['client-certificate', 'tokenFile']) {
      const file = nodeAt(user, key)
      if (typeof file?.value !== 'string' || file.value === '') continue
      const target = resolved(file.value, path)
      const status = (await probe.status([target], {follow: true})).get(target)
      if (status?.state === 'unreadable') return unknown(`${target}: ${status.reason}`, status.source)
      if (status?.state === 'read') return at(true, {kind: 'file', path, line: file.line})
    }
  }
  return at(false, text.source)
}

function isSet(user: DocumentNode, key: string): boolean {
  const value = nodeAt(user, key)?.value
  return value !== undefined && value !== null && value !== ''
}

/** Relative paths count from the kubeconfig's own directory. */
function resolved(file: string, kubeconfig: string): string {
  return file.startsWith('/') ? file : `${kubeconfig.slice(0, kubeconfig.lastIndexOf('/'))}/${file}`
}
