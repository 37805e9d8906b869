/** Files of a set of configuration directories in the order they apply, and those hidden by a namesake in a stronger directory. */
export interface EffectiveConfFiles<T> {
  readonly effective: readonly T[]
  readonly hidden: readonly T[]
}

/**
 * Orders files of `*.d` directories as systemd and kmod do (drop-ins, sysctl.d, modules-load.d, modprobe.d): by bare file
 * name, a name in an earlier one of `directories` hiding the same name in later ones. Files of other directories and
 * without the suffix are left out. A link to /dev/null or an empty file still hides its namesakes: keep such candidates.
 */
export function effectiveConfFiles<T extends {readonly directory: string; readonly name: string}>(
  candidates: readonly T[],
  directories: readonly string[],
  suffix = '.conf',
): EffectiveConfFiles<T> {
  const ranked = candidates
    .filter(({directory, name}) => directories.includes(directory) && name.endsWith(suffix))
    .sort((a, b) => directories.indexOf(a.directory) - directories.indexOf(b.directory))
  const chosen = new Map<string, T>()
  const hidden: T[] = []
  for (const candidate of ranked) {
    if (chosen.has(candidate.name)) hidden.push(candidate)
    else chosen.set(candidate.name, candidate)
  }
  const effective = [...chosen.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {effective, hidden}
}
