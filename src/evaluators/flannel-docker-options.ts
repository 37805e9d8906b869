import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, sourceOf} from '../facts/value.ts'
import {unitValues} from '../text/systemd-merge.ts'
import type {DockerdSources} from './dockerd-options.ts'
import {overlayFlannel} from './overlay-flannel.ts'
import {placeOrigin, unit} from './unit.ts'

/**
 * Whether dockerd masquerades by the file that flannel's mk-docker-opts.sh writes before dockerd starts: not where flannel
 * does. Undefined where Docker's unit reads no such file, or where the file is there and says so itself.
 */
export async function flannelsIpMasq(probe: Probe, {command}: DockerdSources): Promise<Leaf<boolean> | undefined> {
  const missing = (command.service?.environmentFiles ?? []).filter(({isMissing}) => isMissing).map(({path}) => path)
  if (missing.length === 0 || command.running) return undefined
  if (command.unread) return command.unread
  for (const name of ['flanneld.service', 'flannel.service']) {
    const found = await probe.once(unit, name)
    if (found.state !== 'found') continue
    const writer = ['ExecStartPost', 'ExecStartPre', 'ExecStart']
      .flatMap((key) => unitValues(found, 'Service', key))
      .find(({value}) => isWriterOf(value, missing))
    if (!writer) continue
    const {masquerades} = await probe.once(overlayFlannel)
    const isMasquerading = bare(masquerades)
    return isMasquerading === undefined
      ? masquerades
      : at(!isMasquerading, sourceOf(masquerades) ?? placeOrigin(writer))
  }
  return undefined
}

/** With -m it leaves --ip-masq out; without -d it writes /run/docker_opts.env. */
function isWriterOf(command: string, paths: readonly string[]): boolean {
  if (!/\/mk-docker-opts(?:\.sh)?\b/.test(command) || /\s-m(?:\s|$)/.test(command)) return false
  const path = /\s-d\s*(\S+)/.exec(command)?.[1] ?? '/run/docker_opts.env'
  return paths.includes(path)
}
