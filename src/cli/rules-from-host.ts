import {mkdir, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {baselineRules, baselineSubject} from '../check/baseline.ts'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {FactStore} from '../facts/store.ts'
import {counted} from '../reporters/terminal/wrap.ts'
import {type Args, one} from './args.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {toldBy} from './told.ts'
import {version} from './version.ts'
import {writeFileAtomically} from './write-file.ts'

/** Writes a rule pack that asserts what a known-good host has, to hold its siblings to it. */
export async function rulesFromHost(args: Args, io: Io): Promise<number> {
  const [told, host] = await Promise.all([toldBy(args), hostOpener(args)()])
  const name = `like-${host.name.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')}`
  const folder = one(args, 'output') ?? name
  const isTaken = await stat(join(folder, 'pack.yaml')).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new UserError(`${folder} is a rule pack already`, {hint: 'name another folder with -o'})
  const rules = await baselineRules(new FactStore(collectors, host, told), collectors, host.name)
  if (rules.length === 0) throw new UserError('nothing is known of this host that others could be held to')
  await mkdir(join(folder, baselineSubject), {recursive: true}).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot make ${folder}: ${error.message}`)
  })
  for (const {id, text} of rules) await writeFileAtomically(join(folder, baselineSubject, `${id}.yaml`), text)
  await writeFileAtomically(join(folder, 'pack.yaml'), packText(name))
  io.out.write(`wrote ${counted(rules.length, 'rule')} to ${folder}; on another host:\n`)
  io.out.write(`  node-preflight check --rules ${folder} --only ${baselineSubject}\n`)
  return exitCodes.pass
}

const packText = (name: string): string => `name: ${JSON.stringify(name)}
version: '1'
requires: '>=${version.split('-')[0]}'
`
