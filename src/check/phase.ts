import {kubelet} from '../collectors/kubelet.ts'
import type {FactStore} from '../facts/store.ts'
import {Absent, bare, Unknown} from '../facts/value.ts'
import type {HostMode} from '../host/host.ts'
import type {Phase} from '../rules/rule.ts'

/** The phase a host is in: a mounted root is an image; a kubelet that runs and holds credentials has joined. */
export async function detectPhase(mode: HostMode, store: FactStore): Promise<Phase> {
  if (mode === 'root') return 'image'
  const facts = await store.collect(kubelet)
  if (facts instanceof Absent || facts instanceof Unknown) return 'bootstrap'
  return bare(facts.isRunning) === true && bare(facts.hasCredentials) === true ? 'joined' : 'bootstrap'
}
