import type {Probe} from '../facts/probe.ts'
import type {Origin} from '../source.ts'
import {
  type ContextFileType,
  type FileContext,
  findFileContext,
  type PathSubstitution,
  readFileContexts,
  readPathSubstitutions,
  substitutePath,
} from '../text/file-contexts.ts'
import {readSelinuxConfig} from '../text/selinux-config.ts'
import {canonicalSelinuxType, readSelinuxContext} from '../text/selinux-context.ts'

/** A type that the policy names, canonical, and the line that names it. Empty where files are to be left alone. */
export interface PolicyType {
  readonly type: string
  readonly source: Origin
}

/** The labels a policy gives to paths; `substitutions` are groups applied in turn. */
export interface LabelPolicy {
  readonly state: 'read'
  readonly contexts: readonly PlacedContext[]
  readonly substitutions: readonly (readonly PathSubstitution[])[]
  /** The specifications that can match below one directory of the root, by its name. */
  readonly perDirectory: Map<string, readonly PlacedContext[]>
}

type PlacedContext = FileContext & {readonly path: string}

/** A policy's labels, or why they are not known. */
export type LabelPolicyResult =
  | LabelPolicy
  | {readonly state: 'unknown'; readonly reason: string; readonly source: Origin}

/** The directory of the policy in force, as /etc/selinux/targeted: `probe.once(policyDirectory)`. */
export async function policyDirectory(probe: Probe): Promise<string> {
  const config = await probe.readFile('/etc/selinux/config')
  const type = config.state === 'read' ? readSelinuxConfig(config.value).type?.value : undefined
  return `/etc/selinux/${type && /^[\w.-]+$/.test(type) ? type : 'targeted'}`
}

/** Reads what restorecon would read: `probe.once(labelPolicy)`. */
export async function labelPolicy(probe: Probe): Promise<LabelPolicyResult> {
  const main = `${await probe.once(policyDirectory)}/contexts/files/file_contexts`
  const read = async (suffix: string) => ({path: main + suffix, text: await probe.readFile(main + suffix)})
  const files = await Promise.all(['', '.homedirs', '.local', '.subs', '.subs_dist'].map(read))
  for (const {path, text} of files) {
    if (text.state === 'unreadable') return {state: 'unknown', reason: `${path} ${text.reason}`, source: text.source}
    if (text.state === 'absent' && path === main) {
      return {state: 'unknown', reason: `the policy's ${path} is not there`, source: text.source}
    }
  }
  const [base, homes, local, subs, distributionSubs] = files.map(({path, text}) => ({
    path,
    text: text.state === 'read' ? text.value : '',
  }))
  return {
    state: 'read',
    contexts: [base, homes, local].flatMap((file) =>
      file ? readFileContexts(file.text).map((context) => ({...context, path: file.path})) : [],
    ),
    substitutions: [subs, distributionSubs].map((file) => readPathSubstitutions(file?.text ?? '')),
    perDirectory: new Map(),
  }
}

/** The type the policy gives to a path of that kind; undefined where no specification matches. */
export function policyType(policy: LabelPolicy, path: string, fileType: ContextFileType): PolicyType | undefined {
  const looked = policy.substitutions.reduce(substitutePath, path)
  const found = findFileContext(contextsNear(policy, looked), looked, fileType)
  return found && {type: typeOf(found), source: sourceOf(found)}
}

/** The first specification that gives one of these types or is about one of these paths. */
export function declaredBy(policy: LabelPolicy, marks: readonly string[]): Origin | undefined {
  const found = policy.contexts.find(({label, stem}) =>
    marks.some((mark) => (mark.startsWith('/') ? stem.startsWith(mark) : label?.split(':')[2] === mark)),
  )
  return found && sourceOf(found)
}

function contextsNear(policy: LabelPolicy, path: string): readonly PlacedContext[] {
  const [, directory = ''] = path.split('/', 2)
  const known = policy.perDirectory.get(directory)
  if (known) return known
  const prefix = `/${directory}`
  const near = policy.contexts.filter(({stem}) => stem.startsWith(prefix) || prefix.startsWith(stem))
  policy.perDirectory.set(directory, near)
  return near
}

function typeOf({label}: PlacedContext): string {
  return canonicalSelinuxType(readSelinuxContext(label ?? '')?.type ?? '')
}

function sourceOf({path, line}: PlacedContext): Origin {
  return {kind: 'file', path, line}
}
