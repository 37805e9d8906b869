import type {Probe} from '../facts/probe.ts'
import {at, type Located, type Unknown, unknown} from '../facts/value.ts'
import {componentVersion} from '../text/component-version.ts'
import type {Version} from '../text/version.ts'
import {kubeletCommand} from './kubelet-command.ts'

/** The kubelet's version: of its own program, or of the distribution that embeds it. */
export async function kubeletVersion(probe: Probe): Promise<Located<Version> | Unknown> {
  const {layout} = await probe.once(kubeletCommand)
  const tools = layout === 'k3s' || layout === 'rke2' ? [layout, 'kubelet'] : ['kubelet']
  for (const tool of tools) {
    const run = await probe.run([tool, '--version'])
    const version = run.state === 'read' ? componentVersion(tool, run.value.stdout) : undefined
    if (version) return at(version, run.source)
  }
  const [statement] = probe.told.statements.kubernetesVersion ?? []
  return unknown(statement ? 'the version of the installed kubelet could not be told' : 'no kubelet told its version')
}
