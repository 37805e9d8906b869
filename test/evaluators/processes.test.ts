import test from 'ava'
import {
  processCgroup,
  processEnvironment,
  processes,
  processesNamed,
  processLabel,
  processStartMs,
} from '../../src/evaluators/processes.ts'
import {probeOf} from './probe-of.ts'

const probe = probeOf({
  '/proc/1/comm': 'systemd\n',
  '/proc/1/cgroup': '0::/init.scope\n',
  '/proc/640/comm': 'dockerd\n',
  '/proc/640/cmdline': '/usr/bin/dockerd\0-H\0fd://\0--label=\0\0\0',
  '/proc/640/cgroup': '11:pids:/other\n1:name=systemd:/system.slice/docker.service\n0::/\n',
  '/proc/640/environ': 'PATH=/usr/bin:/bin\0HTTP_PROXY=http://proxy.example:3128?a=b\0=odd\0',
  '/proc/640/attr/current': 'system_u:system_r:container_runtime_t:s0\0',
  '/proc/640/stat': '640 (a) b) S 1 640 640 0 -1 4194560 1 1 0 0 2 1 0 0 20 0 1 0 250 1 1',
  '/proc/700/comm': 'k3s-server\n',
  '/proc/700/cmdline': '/usr/local/bin/k3s server\0',
  '/proc/stat': 'cpu 1\nbtime 1785542400\n',
})

test('lists every process by pid with its arguments', async (t) => {
  const all = await processes(probe)
  t.deepEqual(all, {
    state: 'read',
    processes: [
      {pid: 1, comm: 'systemd', argv: []},
      {pid: 640, comm: 'dockerd', argv: ['/usr/bin/dockerd', '-H', 'fd://', '--label=']},
      {pid: 700, comm: 'k3s', argv: ['/usr/local/bin/k3s server']},
    ],
    source: {kind: 'file', path: '/proc'},
  })
  for (const [name, pid] of Object.entries({dockerd: 640, k3s: 700, systemd: 1})) {
    t.deepEqual(
      processesNamed(all, name).map((process) => process.pid),
      [pid],
    )
  }
  t.deepEqual(processesNamed(all, 'docker'), [])
})

test('reads what else is asked of one process', async (t) => {
  t.like(await processCgroup(probe, 640), {value: '/system.slice/docker.service'})
  t.like(await processCgroup(probe, 1), {value: '/init.scope'})
  const environment = await processEnvironment(probe, 640)
  t.deepEqual(environment.state === 'read' && [...environment.value], [
    ['PATH', '/usr/bin:/bin'],
    ['HTTP_PROXY', 'http://proxy.example:3128?a=b'],
  ])
  t.like(await processLabel(probe, 640), {value: 'system_u:system_r:container_runtime_t:s0'})
  t.like(await processStartMs(probe, 640), {value: 1_785_542_402_500})
  t.is((await processStartMs(probe, 1)).state, 'absent')
})

test('a host without processes in /proc cannot tell what runs', async (t) => {
  t.like(await processes(probeOf({})), {state: 'unknown', reason: '/proc is not there'})
  t.like(await processes(probeOf({'/proc/cpuinfo': ''})), {state: 'unknown', reason: '/proc shows no processes'})
})
