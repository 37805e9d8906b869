import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {parseGoFlag} from '../text/go-flags.ts'
import type {Component, ComponentDeclaration, DeclaredBy} from './component-declaration.ts'
import {type ComponentFlags, readComponentFlags, type Words} from './component-flags.ts'
import {manifestCommandLines} from './manifest-components.ts'
import {microk8sArguments} from './microk8s-arguments.ts'
import {argumentsGap, type Process, processEnvironment, processes, processesNamed} from './processes.ts'
import {programArguments} from './program-arguments.ts'
import {serviceCommand} from './service-command.ts'

/** Reads the command lines of components from their units, their running processes and MicroK8s' files of arguments. */
export async function runningComponents(probe: Probe): Promise<readonly ComponentDeclaration[]> {
  const [units, running, snap] = await Promise.all([
    Promise.all(programs.map((program) => fromUnits(probe, program))),
    fromProcesses(probe),
    Promise.all(programs.map(({component}) => fromMicrok8s(probe, component))),
  ])
  return [...units.flat(), ...running, ...snap.flat()]
}

/** Why nobody can tell how a unit starts one of them, or one that runs was started. */
export async function runningComponentsGap(probe: Probe): Promise<Unknown | undefined> {
  const services = await Promise.all(
    programs.flatMap(({units}) => units).map((unit) => probe.once(serviceCommand, unit)),
  )
  const hidden = services.find(({state}) => state === 'unknown')
  if (hidden?.state === 'unknown') return unknown(hidden.reason, hidden.source)
  const all = await probe.once(processes)
  const running = [...programs.map(({program}) => program), 'hyperkube'].flatMap((name) => processesNamed(all, name))
  if (running.every((process) => argumentsGap(process) === undefined)) return undefined
  const units = services.flatMap((service) => (service.state === 'found' ? [joined(service.words)] : []))
  const known = new Set([...units, ...(await probe.once(manifestCommandLines))])
  return running.map((process) => (known.has(process.argv[0] ?? '') ? undefined : argumentsGap(process))).find(Boolean)
}

/** A command line as a title shows it: what is declared in a place that was read needs no second look. */
const joined = (words: readonly {readonly text: string}[]): string => words.map(({text}) => text).join(' ')

interface Program {
  readonly component: Component
  readonly program: string
  readonly units: readonly string[]
}

const programs: readonly Program[] = [
  {component: 'kube-apiserver', program: 'kube-apiserver', units: ['kube-apiserver.service']},
  {
    component: 'kube-controller-manager',
    program: 'kube-controller-manager',
    units: ['kube-controller-manager.service'],
  },
  {component: 'kube-scheduler', program: 'kube-scheduler', units: ['kube-scheduler.service']},
  {component: 'kube-proxy', program: 'kube-proxy', units: ['kube-proxy.service']},
  {component: 'flanneld', program: 'flanneld', units: ['flanneld.service', 'flannel.service']},
  {component: 'weave', program: 'weaver', units: ['weave.service']},
]

async function fromUnits(probe: Probe, {component, program, units}: Program): Promise<readonly ComponentDeclaration[]> {
  const services = await Promise.all(units.map((unit) => probe.once(serviceCommand, unit)))
  return services.flatMap((service) => {
    if (service.state !== 'found') return []
    const words = programArguments(service.words, program) ?? service.words.slice(1)
    const variables = [...service.environment].map(([name, {value, source}]) => ({name, value, source}))
    return declaration(component, 'unit', [...variableWords(component, variables), ...words])
  })
}

/** flanneld reads `FLANNELD_<FLAG>` for each flag that is not on its command line (github.com/flannel-io/flannel main.go). */
function variableWords(
  component: Component,
  variables: readonly {readonly name: string; readonly value: string; readonly source: Origin}[],
): Words {
  if (component !== 'flanneld') return []
  return variables.flatMap(({name, value, source}) => {
    if (!name.startsWith('FLANNELD_') || value === '') return []
    const flag = name.slice('FLANNELD_'.length).toLowerCase().replaceAll('_', '-')
    return [{text: `--${flag}=${value}`, source}]
  })
}

async function fromProcesses(probe: Probe): Promise<readonly ComponentDeclaration[]> {
  const all = await probe.once(processes)
  if (all.state !== 'read') return []
  const perProgram = programs.map(async ({component, program}) => {
    const running = [...processesNamed(all, program), ...processesNamed(all, 'hyperkube')]
    const declared = await Promise.all(running.map((process) => fromProcess(probe, component, program, process)))
    return declared.flat()
  })
  return (await Promise.all(perProgram)).flat()
}

/** Pods hand flanneld options as variables, as Canal does with `FLANNELD_IFACE`. */
async function fromProcess(
  probe: Probe,
  component: Component,
  program: string,
  {argv, pid}: Process,
): Promise<readonly ComponentDeclaration[]> {
  const source = {kind: 'file', path: `/proc/${pid}/cmdline`} as const
  const words = programArguments(
    argv.map((text) => ({text, source})),
    program,
  )
  if (!words) return []
  const environment = component === 'flanneld' ? await processEnvironment(probe, pid) : undefined
  const variables = environment?.state === 'read' ? [...environment.value] : []
  const place = {kind: 'file', path: `/proc/${pid}/environ`} as const
  const told = variables.map(([name, value]) => ({name, value, source: place}))
  return declaration(component, 'process', [...variableWords(component, told), ...words])
}

async function fromMicrok8s(probe: Probe, component: Component): Promise<readonly ComponentDeclaration[]> {
  const words = await microk8sArguments(probe, component)
  return words.state === 'read' ? declaration(component, 'microk8s', words.value) : []
}

function declaration(component: Component, by: DeclaredBy, words: Words): readonly ComponentDeclaration[] {
  return [{component, by, isInForce: true, flags: flagsOf(component, words)}]
}

/** flanneld is built on the standard flag package, the others on pflag. */
function flagsOf(component: Component, words: Words): ComponentFlags {
  return component === 'flanneld' ? parseGoFlag(words, flanneldBooleans) : readComponentFlags(words)
}

const flanneldBooleans = Object.fromEntries(
  [
    'ip-masq',
    'kube-subnet-mgr',
    'iptables-forward-rules',
    'auto-detect-ipv4',
    'auto-detect-ipv6',
    'version',
    'help',
  ].map((name) => [name, {kind: 'bool'} as const]),
)
