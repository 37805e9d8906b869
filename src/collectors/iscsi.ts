import {unit} from '../evaluators/unit.ts'
import {isActive, isEnabled} from '../evaluators/unit-state.ts'
import {collector} from '../facts/collector.ts'
import {bool} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {at, bare, type Leaf, Unknown} from '../facts/value.ts'

/** The daemon that keeps iSCSI sessions. */
export const iscsi = collector({
  name: 'iscsi',
  about: 'iscsid, which keeps the sessions of iSCSI volumes.',
  fields: {
    isStarted: bool('iscsid or its socket is started at boot, or runs now.'),
  },
  async collect(probe) {
    return {isStarted: await startedBy(probe)}
  },
})

/** Debian enables open-iscsi.service, which starts iscsid; OpenRC keeps links of its own. */
const units = ['iscsid.service', 'iscsid.socket', 'open-iscsi.service', 'iscsi.service']
const runlevels = ['/etc/runlevels/boot/iscsid', '/etc/runlevels/default/iscsid']

async function startedBy(probe: Probe): Promise<Leaf<boolean>> {
  const daemon = await probe.once(unit, 'iscsid.service')
  if (daemon.state === 'masked') {
    const running = await isActive(probe, 'iscsid.service')
    return bare(running) === true ? running : at(false, daemon.source)
  }
  const looks = units.flatMap((unit) => [isEnabled(probe, unit), isActive(probe, unit)])
  const states = await Promise.all(looks)
  const started = states.find((state) => bare(state) === true)
  if (started !== undefined) return started
  const statuses = await probe.status(runlevels)
  const runlevel = runlevels.find((path) => statuses.get(path)?.state === 'read')
  if (runlevel !== undefined) return at(true, {kind: 'file', path: runlevel})
  const gap = await isEnabled(probe, 'iscsid.service')
  return gap instanceof Unknown ? gap : at(false, {kind: 'file', path: '/etc/systemd/system'})
}
