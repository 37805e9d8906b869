import {dockerdSources, textOption} from '../evaluators/dockerd-options.ts'
import {findProgram} from '../evaluators/programs.ts'
import {rancherGap} from '../evaluators/rancher-config.ts'
import {runtimeChoice} from '../evaluators/runtime-choice.ts'
import {type ServiceCommandResult, serviceCommand} from '../evaluators/service-command.ts'
import {defaultServicePath} from '../evaluators/service-path.ts'
import {kubeletRun} from '../evaluators/tool-kubelet.ts'
import {executableElsewhere, whereabouts} from '../evaluators/tool-where.ts'
import {collector} from '../facts/collector.ts'
import {bool, string, strings} from '../facts/fields.ts'
import type {Probe} from '../facts/probe.ts'
import {Absent, absent, at, bare, type Leaf, Located, Unknown, unknown} from '../facts/value.ts'
import type {Source} from '../source.ts'
import {isAtLeast, parseVersion} from '../text/version.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'

/** runc, crun or what is configured instead of them: the program that makes the containers of pods. */
export const ociRuntime = collector({
  name: 'ociRuntime',
  about: 'The program of the runc family that the container runtime starts for pods without a runtime class.',
  fields: {
    handler: string('The handler of the runtime that names it, as in runc.'),
    program: string('The program as it is configured: a path, or a name that is searched on the PATH.'),
    isFound: bool('An executable is there.'),
    where: string('Where it is in words, as the end of a sentence.'),
    elsewhere: string('Where a program of that name is outside the PATH; empty when nowhere.'),
    service: string('The unit of the container runtime; empty when none is there.'),
    pathDirectories: strings('Where the container runtime looks for programs, in order.'),
  },
  async collect(probe) {
    const [run, {name}] = await Promise.all([probe.once(kubeletRun), probe.once(runtimeChoice)])
    if (run.how === 'embedded') return absent(run.reason)
    const gap = await probe.once(rancherGap)
    if (gap) return gap
    const wanted = await wantedBy[name](probe)
    if (wanted instanceof Absent || wanted instanceof Unknown) return wanted
    const unitName = units[name]
    const service = await probe.once(serviceCommand, unitName)
    const path = service.state === 'found' ? service.path : await defaultServicePath(probe)
    const {program, source} = wanted
    const names = program === 'runc' && name === 'docker' ? ['runc', 'docker-runc'] : [program]
    const places = await Promise.all(
      names.map((each) => look(probe, each, path.directories, unitOf(service, unitName))),
    )
    const place = places.find(({isFound}) => bare(isFound) !== false) ?? places[0]
    return {
      handler: wanted.handler,
      program: at(program, source),
      ...(place ?? {isFound: false, where: 'nowhere on this host', elsewhere: ''}),
      service: unitOf(service, unitName),
      pathDirectories: at(path.directories, path.source),
    }
  },
})

interface Wanted {
  readonly handler: string
  readonly program: string
  readonly source: Source | undefined
}

const units = {containerd: 'containerd.service', 'cri-o': 'crio.service', docker: 'docker.service', '': ''} as const

const wantedBy = {
  containerd: wantedByContainerd,
  'cri-o': wantedByCrio,
  docker: wantedByDocker,
  '': async () => unknown('nothing tells the container runtime'),
} as const

async function wantedByContainerd(probe: Probe): Promise<Wanted | Absent | Unknown> {
  const facts = await probe.fact(containerd)
  if (facts instanceof Absent || facts instanceof Unknown) return facts
  const chosen = defaultHandler(facts)
  if (chosen instanceof Unknown) return chosen
  const {handler, found} = chosen
  if (!found) return absent(`containerd has no handler ${handler}`)
  const type = bare(found.type) ?? ''
  if (!/^io\.containerd\.(?:runc\.v[12]|runtime\.v1\.linux)$/.test(type)) {
    return absent(`the handler ${handler} of containerd is ${type}, which starts no runc`)
  }
  const program = bare(found.binaryName) || 'runc'
  return {handler, program, source: found.name instanceof Located ? found.name.source : undefined}
}

/** The handler that a runtime takes where a pod names none, with what is configured for it. */
function defaultHandler<R extends {readonly name: Leaf<string>}>({
  defaultRuntime,
  runtimes,
}: {
  readonly defaultRuntime: Leaf<string>
  readonly runtimes: Leaf<readonly (R | Absent | Unknown)[]>
}): {readonly handler: string; readonly found: R | undefined} | Unknown {
  if (defaultRuntime instanceof Unknown) return defaultRuntime
  if (runtimes instanceof Unknown) return runtimes
  const handler = bare(defaultRuntime) ?? ''
  const known = bare(runtimes)?.flatMap((each) => (each instanceof Absent || each instanceof Unknown ? [] : [each]))
  return {handler, found: known?.find(({name}) => bare(name) === handler)}
}

/** Docker calls its default runtime runc; before 1.11 it needed none (docs: deprecated features, exec drivers). */
async function wantedByDocker(probe: Probe): Promise<Wanted | Absent | Unknown> {
  const facts = await probe.fact(docker)
  if (facts instanceof Absent || facts instanceof Unknown) return facts
  const version = bare(facts.version)
  const parsed = version === undefined ? undefined : parseVersion(version)
  if (parsed && !isAtLeast(parsed, '1.11')) return absent(`Docker ${version} starts containers by itself`)
  const sources = await probe.once(dockerdSources)
  const runtime = 'command' in sources ? textOption(sources, 'default-runtime', 'runc') : 'runc'
  if (runtime instanceof Unknown) return runtime
  const name = bare(runtime)
  if (name !== 'runc') return absent(`dockerd is told to start ${name}, which is one of its own runtimes`)
  return {handler: 'runc', program: 'runc', source: {kind: 'default', of: 'dockerd'}}
}

async function wantedByCrio(probe: Probe): Promise<Wanted | Absent | Unknown> {
  const facts = await probe.fact(crio)
  if (facts instanceof Absent || facts instanceof Unknown) return facts
  const chosen = defaultHandler(facts)
  if (chosen instanceof Unknown) return chosen
  const {handler, found} = chosen
  if (found && bare(found.type) === 'vm') return absent(`the runtime ${handler} of CRI-O is a virtual machine`)
  if (found?.path instanceof Unknown) return found.path
  const source = found?.name instanceof Located ? found.name.source : undefined
  return {handler, program: (found && bare(found.path)) || handler, source}
}

/** A path is looked at, a name is searched. */
async function look(
  probe: Probe,
  program: string,
  directories: readonly string[],
  service: string,
): Promise<{readonly isFound: Leaf<boolean>; readonly where: Leaf<string>; readonly elsewhere: string}> {
  if (program.startsWith('/')) {
    const status = (await probe.status([program], {follow: true})).get(program)
    if (status?.state === 'unreadable') {
      const gap = unknown(`${program} ${status.reason}`, status.source)
      return {isFound: gap, where: gap, elsewhere: ''}
    }
    const isFile = status?.state === 'read' && status.value.type === 'file'
    if (!isFile) return {isFound: false, where: 'not there', elsewhere: ''}
    const isFound = (status.value.mode & 0o111) !== 0
    const where = isFound ? `at ${program}` : 'there but not executable'
    return {isFound: at(isFound, status.source), where, elsewhere: ''}
  }
  const search = await probe.once(findProgram, program, directories.join(':'))
  const {isFound, where} = whereabouts(search, service)
  return {isFound, where, elsewhere: executableElsewhere(search)}
}

function unitOf(service: ServiceCommandResult, name: string): string {
  return service.state === 'found' ? name : ''
}
