import {parentPort, workerData} from 'node:worker_threads'
import {sharedFindings} from './audit-hosts.ts'
import {openAuditJudge} from './audit-judge.ts'
import {recording} from './audit-sources.ts'
import type {Answer, Task} from './audit-threads.ts'
import {readCommandLine} from './command-line.ts'
import type {Io} from './io.ts'

/** Answers the tasks of an audit in a thread of its own, by the command line of the program. */
export function serveAudit(env: Io['env']): void {
  const judge = readCommandLine(workerData, {out: nobody, err: nobody, env}).then((parsed) => {
    if ('output' in parsed) throw new Error('The command line is no audit')
    return openAuditJudge(parsed.args)
  })
  const {signal} = new AbortController()
  const keep = sharedFindings()
  parentPort?.on('message', async ({id, recording: path}: Task) => {
    const answer = await judge
      .then(({lookAt}) => lookAt(recording(path), signal))
      .then(
        (found): Answer => ({id, looked: 'reason' in found ? found : {...found, report: keep(found.report)}}),
        (error: unknown): Answer => ({
          id,
          bug: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
    parentPort?.postMessage(answer)
  })
}

const nobody = {write: () => true}
