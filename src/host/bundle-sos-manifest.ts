/** The paths without wildcards that the plugins of a sosreport copied to their end, as its manifest lists them. */
export function sosManifestPaths(text: string): ReadonlySet<string> {
  const plugins = at(parsed(text), 'components', 'report', 'plugins')
  const finished = Object.values(plugins).filter((plugin) => at(plugin).timeout_hit === false)
  const files = finished.flatMap((plugin) => Object.values(at(plugin, 'files')))
  const copied = files.filter((file) => Object.keys(at(file, 'files_copied')).length > 0)
  const paths = copied.map((file) => String(at(file).specification).replace(/\/$/, ''))
  return new Set(paths.filter((path) => path.startsWith('/') && !/[*?[]/.test(path)))
}

/** The outputs of commands that a sosreport cut short or that failed, as its manifest lists them. */
export function sosManifestFailures(text: string): ReadonlySet<string> {
  const plugins = Object.values(at(parsed(text), 'components', 'report', 'plugins'))
  const commands = plugins.flatMap((plugin) => Object.values(at(plugin, 'commands')))
  const failed = commands.map((command) => at(command)).filter(({truncated, return_code}) => truncated || return_code)
  return new Set(failed.map(({filepath}) => `/${filepath}`))
}

/** A member of nested objects; an empty object where there is none. */
function at(value: unknown, ...keys: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  const [key, ...rest] = keys
  const object = value as Record<string, unknown>
  return key === undefined ? object : at(Object.hasOwn(object, key) ? object[key] : undefined, ...rest)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
