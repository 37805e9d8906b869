import {matchesGlob} from './glob.ts'

/** A module of modules.dep or modules.builtin: its file below /lib/modules/<release> and what it needs first. */
export interface InstalledModule {
  readonly path: string
  readonly dependencies: readonly string[]
  readonly line: number
}

/** A line of /proc/modules. */
export interface LoadedModule {
  readonly sizeBytes: number
  readonly users: readonly string[]
  readonly state: string
  readonly line: number
}

/** A command of a modprobe.d file about the modules that `module`, a name or pattern, matches. */
export interface ModprobeCommand {
  readonly command: string
  readonly module: string
  readonly argument: string
  readonly line: number
}

/** The name by which the kernel knows a module, from a path or any spelling: `-` and `_` are the same. */
export function moduleName(pathOrName: string): string {
  const file = pathOrName.slice(pathOrName.lastIndexOf('/') + 1)
  return file.replace(/\.ko(?:\.(?:gz|xz|zst))?$/, '').replaceAll('-', '_')
}

/** Reads modules.dep, or modules.builtin, which has the same form without dependencies. */
export function readModulesDep(text: string): ReadonlyMap<string, InstalledModule> {
  const modules = new Map<string, InstalledModule>()
  for (const {content, line} of contentLines(text)) {
    const [path = '', dependencies = ''] = content.split(':', 2)
    modules.set(moduleName(path.trim()), {path: path.trim(), dependencies: wordsOf(dependencies).map(moduleName), line})
  }
  return modules
}

/** Reads /proc/modules. */
export function readProcModules(text: string): ReadonlyMap<string, LoadedModule> {
  const modules = new Map<string, LoadedModule>()
  for (const {content, line} of contentLines(text)) {
    const [name = '', size = '', , users = '-', state = ''] = wordsOf(content)
    const list = users === '-' ? [] : users.split(',').filter((user) => user !== '')
    modules.set(moduleName(name), {sizeBytes: Number.parseInt(size, 10) || 0, users: list, state, line})
  }
  return modules
}

/** Reads a modprobe.d file: `blacklist`, `install`, `options` and the like, backslashes continuing lines (modprobe.d(5)). */
export function readModprobeConf(text: string): ModprobeCommand[] {
  const commands: ModprobeCommand[] = []
  for (const {content, line} of contentLines(text.replace(/\\\n/g, '\x01'))) {
    const [, command, module, argument] = /^(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(content.replaceAll('\x01', '')) ?? []
    if (command && module) commands.push({command, module: module.replaceAll('-', '_'), argument: argument ?? '', line})
  }
  return commands
}

/** Whether an `install` command keeps the module from loading: it runs a program that loads nothing. */
export function installsNothing({command, argument}: ModprobeCommand): boolean {
  return command === 'install' && /^(?:\/(?:usr\/)?bin\/)?(?:true|false|:|echo)(?:[\s;&|]|$)/.test(argument)
}

/** Whether a modprobe.d command is about a module. */
export function concernsModule({module}: ModprobeCommand, name: string): boolean {
  return matchesGlob(module, moduleName(name))
}

/** Reads a modules-load.d file or Debian's /etc/modules: a module a line (modules-load.d(5)). */
export function readModulesLoad(text: string): {readonly name: string; readonly line: number}[] {
  return contentLines(text, /^[#;]/).map(({content, line}) => ({name: moduleName(wordsOf(content)[0] ?? ''), line}))
}

/** The lines that say something, continued ones, marked by \x01, counted as the lines they are. */
function contentLines(text: string, comment = /^#/): {content: string; line: number}[] {
  let line = 0
  return text.split('\n').flatMap((written) => {
    const at = ++line
    line += written.split('\x01').length - 1
    const content = written.trim()
    return content === '' || comment.test(content) ? [] : [{content, line: at}]
  })
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
