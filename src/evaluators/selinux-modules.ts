import type {Probe} from '../facts/probe.ts'
import {at, type Leaf, unknown} from '../facts/value.ts'
import type {Origin} from '../source.ts'
import {declaredBy, labelPolicy, policyDirectory} from './selinux-file-contexts.ts'

/** The policy modules that are installed and not disabled, by name; `gap` says which store could not be read. */
interface PolicyModules {
  readonly isStoreThere: boolean
  readonly modules: ReadonlyMap<string, Origin>
  readonly gap?: {readonly reason: string; readonly source: Origin}
}

/**
 * Lists the module stores of the policy in force, as `semodule -l` does: /var/lib/selinux or, where semanage.conf or an
 * older libsemanage says so, /etc/selinux; before version 2.4 modules were files without a priority.
 */
async function policyModules(probe: Probe): Promise<PolicyModules> {
  const directory = await probe.once(policyDirectory)
  const type = directory.slice(directory.lastIndexOf('/') + 1)
  const stores = [`/var/lib/selinux/${type}/active/modules`, `${directory}/active/modules`]
  const modules = new Map<string, Origin>()
  const disabled = new Set<string>()
  let isStoreThere = false
  let gap: PolicyModules['gap']
  const list = async (path: string): Promise<readonly string[]> => {
    const listed = await probe.list(path)
    if (listed.state === 'unreadable') gap ??= {reason: `${path} ${listed.reason}`, source: listed.source}
    isStoreThere ||= listed.state === 'read'
    return listed.state === 'read' ? listed.value : []
  }
  for (const store of stores) {
    for (const priority of await list(store)) {
      if (priority === 'disabled') for (const name of await list(`${store}/disabled`)) disabled.add(name)
      if (!/^\d+$/.test(priority)) continue
      const path = `${store}/${priority}`
      for (const name of await list(path)) modules.set(name, {kind: 'file', path: `${path}/${name}`})
    }
  }
  const old = `${directory}/modules/active/modules`
  for (const file of await list(old)) {
    if (file.endsWith('.pp')) modules.set(file.slice(0, -3), {kind: 'file', path: `${old}/${file}`})
  }
  for (const name of disabled) modules.delete(name)
  return gap ? {isStoreThere, modules, gap} : {isStoreThere, modules}
}

/**
 * Whether the policy has one of these modules or labels paths as they do: `marks` are types and beginnings of paths. The
 * labels it gives are made from all its modules, so they prove it either way; where nothing of a policy is on the host,
 * nothing is proved.
 */
export async function policyHas(
  probe: Probe,
  names: readonly string[],
  marks: readonly string[],
): Promise<Leaf<boolean>> {
  const store = await probe.once(policyModules)
  const module = names.map((name) => store.modules.get(name)).find((source) => source !== undefined)
  if (module) return at(true, module)
  const labels = await probe.once(labelPolicy)
  const directory = await probe.once(policyDirectory)
  if (labels.state === 'unknown') {
    if (store.gap) return unknown(store.gap.reason, store.gap.source)
    return store.isStoreThere ? at(false, {kind: 'file', path: directory}) : unknown(labels.reason, labels.source)
  }
  const declared = declaredBy(labels, marks)
  if (declared) return at(true, declared)
  return at(false, {kind: 'file', path: `${directory}/contexts/files/file_contexts`})
}
