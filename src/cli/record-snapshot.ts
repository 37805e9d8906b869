import {promisify} from 'node:util'
import {gzip} from 'node:zlib'
import {collectors} from '../collectors/index.ts'
import {UserError} from '../errors.ts'
import {FactStore} from '../facts/store.ts'
import {recordHost} from '../host/recording.ts'
import {type Args, one} from './args.ts'
import {exitCodes} from './exit-code.ts'
import type {Io} from './io.ts'
import {hostOpener} from './open-host.ts'
import {toldBy} from './told.ts'
import {refuseUnwritable, writeFileAtomically} from './write-file.ts'

/** Collects every fact of a host and writes down what that took, so that any rule in any phase can be replayed. */
export async function recordSnapshot(args: Args, io: Io): Promise<number> {
  const file = one(args, 'output')
  if (file === undefined)
    throw new UserError('snapshot needs a file to write', {hint: 'node-preflight snapshot -o FILE'})
  if (file !== '-') await refuseUnwritable(file)
  const [told, host] = await Promise.all([toldBy(args), hostOpener(args)()])
  const recording = recordHost(host)
  const store = new FactStore(collectors, recording.host, told)
  await Promise.all(collectors.map((collector) => store.collect(collector)))
  const text = inAscii(`${JSON.stringify(await recording.document(), undefined, 1)}\n`)
  if (file === '-') io.out.write(text)
  else await writeFileAtomically(file, file.endsWith('.gz') ? await promisify(gzip)(text) : text)
  return exitCodes.pass
}

/** JSON with everything beyond ASCII escaped: engines keep such a text, and all that is read from it, in half the memory. */
function inAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
