import type {FleetMember} from '../check/fleet-member.ts'
import type {AuditedHost, UnreachableHost} from '../check/fleet-report.ts'
import type {AuditJudge, Looked} from './audit-judge.ts'
import type {Progress} from './audit-progress.ts'
import type {AuditSource} from './audit-sources.ts'

/** What an audit is told to do. */
export interface AuditPlan {
  readonly sources: readonly AuditSource[]
  readonly atOnce: number
  readonly deadlineMs: number
  readonly lookAt: AuditJudge['lookAt']
}

/** What is kept of the hosts; it grows while the audit runs. */
export interface Audited {
  readonly hosts: AuditedHost[]
  readonly members: FleetMember[]
  /** The boot ids by the names of hosts. */
  readonly boots: Map<string, string>
  readonly unreachable: UnreachableHost[]
  /** Exceptions that are ours; each costs the host it came with and no other. */
  readonly bugs: unknown[]
}

/** Looks at hosts, so many at once, and keeps of each what the report needs. `stop` gives up those not done. */
export function startAudit(plan: AuditPlan, progress: Progress) {
  const audited: Audited = {hosts: [], members: [], boots: new Map(), unreachable: [], bugs: []}
  const waiting = new Set(plan.sources)
  const running = new Set<AbortController>()
  const queue = plan.sources.values()
  let isStopped = false

  async function work(): Promise<void> {
    for (const source of queue) {
      if (isStopped) return
      const ending = new AbortController()
      running.add(ending)
      progress.running = running.size
      const result = await withDeadline(plan.lookAt(source, ending.signal), plan.deadlineMs).catch((bug: unknown) => {
        audited.bugs.push(bug)
        return {reason: `node-preflight has a bug: ${bug instanceof Error ? bug.message : String(bug)}`}
      })
      ending.abort()
      running.delete(ending)
      if (isStopped) return
      waiting.delete(source)
      progress.running = running.size
      progress.done += 1
      if ('reason' in result) {
        progress.unreachable += 1
        audited.unreachable.push({name: source.name, reason: result.reason})
        continue
      }
      audited.hosts.push({name: source.name, report: result.report})
      if (result.member) audited.members.push({...result.member, name: source.name})
      if (result.boot !== undefined) audited.boots.set(source.name, result.boot)
    }
  }

  return {
    audited,
    done: Promise.all(Array.from({length: Math.min(plan.atOnce, plan.sources.length)}, work)),
    stop(): void {
      isStopped = true
      for (const {name} of waiting) audited.unreachable.push({name, reason: 'was not done when the audit was stopped'})
      for (const ending of running) ending.abort()
    },
  }
}

function withDeadline(looked: Promise<Looked>, deadlineMs: number): Promise<Looked> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({reason: `was not done within ${deadlineMs / 1000} s`}), deadlineMs)
    timer.unref()
    looked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
