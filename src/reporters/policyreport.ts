import {policyReport} from './policy-report/report.ts'
import type {Reporter} from './reporter.ts'

/** A ClusterPolicyReport of wgpolicyk8s.io about the node, ready for `kubectl apply`. */
export const policyreport: Reporter = (report, options) => {
  const api = {apiVersion: 'wgpolicyk8s.io/v1alpha2', kind: 'ClusterPolicyReport'}
  return `${JSON.stringify(policyReport(api, report, options), undefined, 2)}\n`
}
