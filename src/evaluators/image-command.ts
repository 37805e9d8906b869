import type {Probe} from '../facts/probe.ts'
import {shellCalls} from '../text/shell-calls.ts'

/** Whether a command line starts a container image, by itself, in `sh -c "…"` or in the script it runs. */
export async function isImageCommand(probe: Probe, words: readonly {readonly text: string}[]): Promise<boolean> {
  const [program, ...rest] = words.map(({text}) => text)
  if (program === undefined) return false
  if (isLaunch(program, rest)) return true
  if (shells.has(baseName(program)) && rest.some(launchesImage)) return true
  const head = program.startsWith('/') ? await probe.readHead(program, 2) : undefined
  if (head?.state !== 'read' || Buffer.from(head.value).toString('latin1') !== '#!') return false
  const script = await probe.readFile(program)
  return script.state === 'read' && launchesImage(script.value)
}

function launchesImage(script: string): boolean {
  return shellCalls(script).some(({program, words}) => isLaunch(program, words))
}

function isLaunch(program: string, words: readonly string[]): boolean {
  const name = baseName(program)
  return name === 'kubelet-wrapper' || (launchers.has(name) && words.some((word) => verbs.has(word)))
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const launchers: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl', 'rkt', 'ctr', 'atomic', 'runc'])
const verbs: ReadonlySet<string> = new Set(['run', 'start', 'exec', 'create'])
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash'])
