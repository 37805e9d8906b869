import type {SnapshotDocument} from '../../src/host/snapshot-document.ts'
import {probeOf} from './probe-of.ts'

type Files = NonNullable<SnapshotDocument['files']>

/** The place of the unit that `dockerHost` writes. */
export const dockerUnit = '/usr/lib/systemd/system/docker.service'

/** A probe over a host with a dockerd of this version whose unit has this `[Service]` section. */
export function dockerHost(version: string, service: string, files: Files = {}) {
  const answer = {
    argv: ['dockerd', '--version'],
    exitCode: 0,
    stdout: `Docker version ${version}, build 5d6db84\n`,
    stderr: '',
  }
  const unit = `[Unit]\nDescription=Docker\n\n[Service]\n${service}\n`
  const base = {'/bin': {symlink: 'usr/bin'}, '/usr/bin/dockerd': {mode: '0755', base64: '', size: 96000000}}
  return probeOf({...base, [dockerUnit]: unit, ...files}, [answer])
}
