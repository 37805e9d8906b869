import type {Probe} from '../facts/probe.ts'
import type {Located} from '../facts/value.ts'
import type {Origin, Source} from '../source.ts'
import {type ComponentFlags, flagValue, readComponentFlags, type Words} from './component-flags.ts'
import {k0sCommand, k0sDataDirectory} from './k0s-config.ts'
import type {KubeletFieldPath} from './kubelet-fields.ts'
import {microk8sArguments, microk8sDirectory} from './microk8s-arguments.ts'
import {argumentsGap, isHyperkubelet, leadingWords, processes, processesNamed} from './processes.ts'
import {programArguments} from './program-arguments.ts'
import {rancherConfig, rancherGap} from './rancher-config.ts'
import {rancherKubeletWords} from './rancher-kubelet.ts'
import {serviceCommand} from './service-command.ts'

/** What starts the kubelet: a unit of its own, a distribution that embeds it, or nothing that we can tell. */
export type KubeletLayout = 'kubelet' | 'k3s' | 'rke2' | 'k0s' | 'microk8s' | ''

/**
 * The kubelet's command line. `unit` is the service that starts it, empty where none is known; `decides` are fields the
 * distribution sets in ways not written on the host; `gap` says why flags may be missing.
 */
export interface KubeletCommand {
  readonly layout: KubeletLayout
  readonly unit: string
  readonly flags: ComponentFlags
  readonly decides: ReadonlySet<KubeletFieldPath>
  readonly gap?: {readonly reason: string; readonly source?: Source | undefined}
}

/**
 * Finds the kubelet's command line: that of kubelet.service with its environment files, else of the running process, else
 * what MicroK8s, k3s, RKE2 or k0s would start it with.
 */
export async function kubeletCommand(probe: Probe): Promise<KubeletCommand> {
  return (
    (await ownUnit(probe)) ??
    (await runningKubelet(probe)) ??
    (await microk8sKubelet(probe)) ??
    (await rancherKubelet(probe)) ??
    (await k0sKubelet(probe)) ?? {
      ...command('', '', []),
      gap: (await microk8sGap(probe)) ?? {reason: 'nothing on this host tells how the kubelet is started'},
    }
  )
}

function command(
  layout: KubeletLayout,
  unit: string,
  words: Words,
  decides: readonly KubeletFieldPath[] = [],
): KubeletCommand {
  return {layout, unit, flags: readComponentFlags(words), decides: new Set(decides)}
}

async function ownUnit(probe: Probe): Promise<KubeletCommand | undefined> {
  const service = await probe.once(serviceCommand, kubeletUnit)
  if (service.state === 'unknown') {
    const {reason, source} = service
    const isOwn = (await probe.once(rancherGap)) === undefined && !(await probe.once(rancherConfig))?.unit
    const running = await runningKubelet(probe)
    if (running || !isOwn) return running
    return {...command('kubelet', kubeletUnit, []), gap: {reason, source}}
  }
  if (service.state !== 'found') return undefined
  return command('kubelet', kubeletUnit, programArguments(service.words, 'kubelet') ?? service.words.slice(1))
}

async function runningKubelet(probe: Probe): Promise<KubeletCommand | undefined> {
  const all = await probe.once(processes)
  const combined = processesNamed(all, 'hyperkube').filter(isHyperkubelet)
  const [running] = [...processesNamed(all, 'kubelet'), ...combined]
  if (!running) return undefined
  const gap = argumentsGap(running)
  if (gap) return {...command(await embedderOf(probe, leadingWords(running)[0]), '', []), gap}
  if (running.argv.length < 2) return undefined
  const source: Origin = {kind: 'file', path: `/proc/${running.pid}/cmdline`}
  const argv = running.argv.map((text) => ({text, source}))
  const words = programArguments(argv, 'kubelet') ?? argv.slice(1)
  return command(await embedderOf(probe, running.argv[0] ?? ''), '', words)
}

/** RKE2 and k0s start the kubelet as a process of its own. */
async function embedderOf(probe: Probe, program: string): Promise<KubeletLayout> {
  if (program.startsWith('/var/lib/k0s/')) return 'k0s'
  const mayBe = program.includes('/rancher/') || program === 'kubelet'
  const rancher = mayBe ? await probe.once(rancherConfig) : undefined
  return rancher?.distribution ?? (mayBe && (await probe.once(rancherGap)) ? '' : 'kubelet')
}

async function microk8sKubelet(probe: Probe): Promise<KubeletCommand | undefined> {
  const words = await microk8sArguments(probe, 'kubelet')
  const unitName = 'snap.microk8s.daemon-kubelite.service'
  if (words.state === 'read') return command('microk8s', unitName, words.value)
  const gap = (await isMicrok8sThere(probe)) ? await microk8sGap(probe) : undefined
  return gap && {...command('microk8s', unitName, []), gap}
}

/** Why its arguments could not be read. */
async function microk8sGap(probe: Probe): Promise<KubeletCommand['gap'] | undefined> {
  const words = await microk8sArguments(probe, 'kubelet')
  return words.state === 'unreadable'
    ? {reason: `${microk8sDirectory}/kubelet ${words.reason}`, source: words.source}
    : undefined
}

/** A file that only root may read is there all the same. */
async function isMicrok8sThere(probe: Probe): Promise<boolean> {
  const path = `${microk8sDirectory}/kubelet`
  return (await probe.status([path])).get(path)?.state === 'read'
}

async function rancherKubelet(probe: Probe): Promise<KubeletCommand | undefined> {
  const [rancher, gap] = await Promise.all([probe.once(rancherConfig), probe.once(rancherGap)])
  if (!rancher?.unit) return gap && {...command('', '', []), gap}
  const {words, decides} = rancherKubeletWords(rancher)
  const kubelet = command(rancher.distribution, rancher.unit, words, decides)
  return rancher.gap ? {...kubelet, gap: rancher.gap} : kubelet
}

async function k0sKubelet(probe: Probe): Promise<KubeletCommand | undefined> {
  const k0s = await probe.once(k0sCommand)
  if (!k0s) return undefined
  const extra = flagValue(k0s.flags, 'kubelet-extra-args')
  const words = extra?.value.split(/\s+/).map((text) => ({text, source: extra.source})) ?? []
  const own = k0sArguments(await probe.once(k0sDataDirectory), flagValue(k0s.flags, 'kubelet-root-dir'))
  return command('k0s', k0s.unit, [...own, ...words])
}

const kubeletUnit = 'kubelet.service'

/** What k0s gives the kubelet (pkg/component/worker/kubelet.go). */
function k0sArguments(dataDirectory: string, rootDirectory: Located<string> | undefined): Words {
  const source: Origin = {kind: 'default', of: 'k0s'}
  const kubelet = rootDirectory?.value || `${dataDirectory}/kubelet`
  return [
    {text: `--config=${dataDirectory}/kubelet-config.yaml`, source},
    {text: `--kubeconfig=${dataDirectory}/kubelet.conf`, source},
    {text: `--root-dir=${kubelet}`, source: rootDirectory?.source ?? source},
    {text: `--cert-dir=${kubelet}/pki`, source},
    {text: '--container-runtime-endpoint=unix:///run/k0s/containerd.sock', source},
  ]
}
