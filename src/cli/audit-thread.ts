import {parentPort, workerData} from 'node:worker_threads'
import {openAuditJudge} from './audit-judge.ts'
import {findingSender, withFindings} from './audit-sent.ts'
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
  const send = findingSender()
  parentPort?.on('message', async ({id, recording: path}: Task) => {
    const answer = await judge
      .then(({lookAt}) => lookAt(recording(path), signal))
      .then(
        (looked): Answer => {
          const findings = 'report' in looked ? send(looked.report.findings) : []
          return {id, looked: withFindings(looked, []), findings}
        },
        (error: unknown): Answer => ({
          id,
          bug: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
    parentPort?.postMessage(answer)
  })
}

const nobody = {write: () => true}
