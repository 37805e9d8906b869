import {policyReport} from './policy-report/report.ts'
import type {Reporter} from './reporter.ts'

/** A ClusterReport of openreports.io about the node, ready for `kubectl apply`. */
export const openreports: Reporter = (report, options) => {
  const {scope, ...rest} = policyReport({apiVersion: 'openreports.io/v1alpha1', kind: 'ClusterReport'}, report, options)
  return `${JSON.stringify({...rest, source: 'node-preflight', scope}, undefined, 2)}\n`
}
