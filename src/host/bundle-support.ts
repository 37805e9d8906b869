import type {BundleLayout, BundleTexts, Told} from './bundle-layout.ts'

const system = (name: string): RegExp => new RegExp(`^/host-collectors/system/${name}\\.json$`)

/** A support bundle of troubleshoot with host collectors: no files of the host, but what its collectors made of them. */
export const supportBundle: BundleLayout = {
  kind: 'support bundle',
  markers: ['/version.yaml', '/host-collectors'],
  mode: 'snapshot',
  keepsStatus: false,
  hostPath: () => undefined,
  whole: [],
  except: [],
  answers: [
    {from: system('hostos_info'), read: systemAnswers},
    {from: system('memory'), read: (text) => hardware('memoryBytes', objectOf(text).total)},
    {from: system('cpu'), read: (text) => hardware('processors', objectOf(text).logicalCount)},
    {from: system('sysctl'), read: sysctlFiles},
    {from: system('kernel-configs'), read: kernelConfig},
    {from: /^\/host-collectors\/run-host\/[^/]+-info\.json$/, read: commandAnswer},
  ],
}

function systemAnswers(text: string): Told {
  const {name, kernelVersion} = objectOf(text)
  return {
    ...(typeof name === 'string' ? {hostName: name} : {}),
    ...(typeof kernelVersion === 'string' ? {commands: [{argv: ['uname', '-r'], stdout: `${kernelVersion}\n`}]} : {}),
  }
}

function hardware(member: 'memoryBytes' | 'processors', value: unknown): Told {
  return Number.isSafeInteger(value) && Number(value) > 0 ? {hardware: {[member]: Number(value)}} : {}
}

function sysctlFiles(text: string): Told {
  const values = Object.entries(objectOf(text)).filter(([name]) => /^[\w./:@-]+$/.test(name) && !name.includes('..'))
  const files = values.map(([name, value]) => [`/proc/sys/${name.replaceAll('.', '/')}`, `${value}\n`] as const)
  return {files: Object.fromEntries(files)}
}

/** The options of the kernel as the file they were read from, where it is known which kernel runs. */
function kernelConfig(text: string, bundle: BundleTexts): Told {
  const release = objectOf(bundle.text('/host-collectors/system/hostos_info.json') ?? '').kernelVersion
  const options = Object.entries(objectOf(text)).filter(
    ([name, value]) => /^CONFIG_\w+$/.test(name) && /^[ym]$/.test(String(value)),
  )
  if (typeof release !== 'string' || !/^[\w.+~-]+$/.test(release) || options.length < 100) return {}
  return {files: {[`/boot/config-${release}`]: options.map(([name, value]) => `${name}=${value}\n`).join('')}}
}

/** A command that the bundle's author chose and that ended well, under its name without a directory. */
function commandAnswer(text: string, bundle: BundleTexts): Told {
  const {command, exitCode} = objectOf(text)
  const stdout = bundle.text(bundle.path.replace(/-info\.json$/, '.txt'))
  if (typeof command !== 'string' || String(exitCode) !== '0' || stdout === undefined) return {}
  const argv = command.trim().split(/\s+/)
  return {commands: [{argv: [argv[0]?.replace(/^.*\//, '') ?? '', ...argv.slice(1)], stdout}]}
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
