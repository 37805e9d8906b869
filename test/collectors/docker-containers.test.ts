import test from 'ava'
import {dockerContainers} from '../../src/collectors/docker-containers.ts'
import {Absent, at} from '../../src/facts/value.ts'
import {probeOf} from '../evaluators/probe-of.ts'

const containers = '/data/docker/containers'
const host = {
  '/usr/bin/dockerd': {mode: '0755', base64: 'f0VMRg==', size: 4},
  '/usr/lib/systemd/system/docker.service': '[Service]\nExecStart=/usr/bin/dockerd --data-root=/data/docker\n',
}

test('containers that may gain no privileges, by name', async (t) => {
  const probe = probeOf({
    ...host,
    [`${containers}/0f3c0f3c0f3c0f3c/hostconfig.json`]: '{"SecurityOpt": ["seccomp=unconfined", "no-new-privileges"]}',
    [`${containers}/0f3c0f3c0f3c0f3c/config.v2.json`]: '{"Name": "/k8s_app_web"}',
    [`${containers}/1a2b1a2b1a2b1a2b/hostconfig.json`]: '{"SecurityOpt": ["no-new-privileges:true"]}',
    [`${containers}/2222/hostconfig.json`]: '{"SecurityOpt": ["no-new-privileges:false"]}',
    [`${containers}/3333/hostconfig.json`]: '{"SecurityOpt": null}',
    [`${containers}/4444/hostconfig.json`]: '{',
  })
  const place = (id: string) => ({kind: 'file', path: `${containers}/${id}/hostconfig.json`}) as const
  t.deepEqual(await dockerContainers.collect(probe), {
    withoutNewPrivileges: [
      {name: at('k8s_app_web', place('0f3c0f3c0f3c0f3c'))},
      {name: at('1a2b1a2b1a2b', place('1a2b1a2b1a2b1a2b'))},
    ],
  })
})

test('a host without Docker or without containers', async (t) => {
  t.true((await dockerContainers.collect(probeOf({}))) instanceof Absent)
  t.true((await dockerContainers.collect(probeOf(host))) instanceof Absent)
})
