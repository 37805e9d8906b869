import {CommonFindings} from '../check/common-findings.ts'
import {type FleetMember, fleetMember} from '../check/fleet-member.ts'
import type {Report} from '../check/report.ts'
import type {Host} from '../host/host.ts'
import {snapshotHost} from '../host/snapshot.ts'
import type {Rule} from '../rules/rule.ts'
import type {Args} from './args.ts'
import {type AuditSource, Unreachable} from './audit-sources.ts'
import {type Judge, judgeOf} from './judge-host.ts'
import {type Setup, setupOpener} from './setup.ts'
import {toldBy} from './told.ts'

/** What an audit learns of a host, or why it is nothing. */
export type Looked =
  | {
      readonly report: Report
      readonly member: FleetMember | undefined
      /** What its kernel calls the time since it was started; undefined for recordings. */
      readonly boot: string | undefined
    }
  | {readonly reason: string}

/** Judges the hosts of an audit. */
export interface AuditJudge {
  /** What holds for all hosts. */
  readonly setup: Setup
  readonly fleetRules: readonly Rule[]
  /** Everything that is not ours to answer for is a reason; a bug is thrown on. `signal` gives it up. */
  lookAt(source: AuditSource, signal: AbortSignal): Promise<Looked>
}

/** Reads what the options name, once for all hosts. */
export async function openAuditJudge(args: Args): Promise<AuditJudge> {
  const [openSetup, told] = await Promise.all([setupOpener(args), toldBy(args)])
  const setup = await openSetup(nowhere)
  const common = new CommonFindings()
  const shared = judgeOf(setup, told, common)
  const {fleetRules} = shared

  async function judgeFor(host: Host): Promise<Judge> {
    const own = await openSetup(host)
    return own === setup ? shared : judgeOf(own, told, common)
  }

  return {
    setup,
    fleetRules,
    async lookAt(source, signal) {
      try {
        const {host, lost} = await source.open(signal)
        const [{report, store}, boot] = await Promise.all([
          judgeFor(host).then((own) => own.inspect(host)),
          bootOf(host),
        ])
        const member = fleetRules.length > 0 ? await fleetMember(source.name, host, store) : undefined
        const reason = lost()
        return reason === undefined ? {report, member, boot} : {reason}
      } catch (error) {
        if (error instanceof Unreachable) return {reason: error.message}
        throw error
      }
    },
  }
}

async function bootOf(host: Host): Promise<string | undefined> {
  const id = host.mode === 'shell' ? await host.readFile('/proc/sys/kernel/random/boot_id') : undefined
  return id?.state === 'read' ? id.value.trim() : undefined
}

const nowhere = snapshotHost({
  apiVersion: 'node-preflight/v1',
  kind: 'Snapshot',
  unlisted: 'absent',
  host: {name: 'fleet', capturedAt: '1970-01-01T00:00:00Z'},
})
