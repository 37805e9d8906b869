import {execFileSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {mkdtemp, rm, symlink, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import ava from 'ava'
import {liveHost} from '../../src/host/live.ts'
import {type ShellHost, shellHost} from '../../src/host/shell.ts'
import {parseDpkgStatus} from '../../src/text/dpkg-status.ts'

const status = '/var/lib/dpkg/status'
const test = existsSync(status) ? ava : ava.skip
const folder = await mkdtemp(join(tmpdir(), 'abridged-'))
ava.after.always(() => rm(folder, {recursive: true}))

const textOf = async (host: Pick<ShellHost, 'readFile'>): Promise<string> => {
  const reading = await host.readFile(status)
  return reading.state === 'read' ? reading.value : `${reading.state}`
}
const packagesIn = (text: string) =>
  [...parseDpkgStatus(text).values()].map(({name, version, line}) => [name, version, line])

async function withoutSed(): Promise<string> {
  await writeFile(join(folder, 'sed'), '#!/bin/sh\nexit 127\n', {mode: 0o755})
  return `${folder}:/usr/bin:/bin`
}

async function busybox(): Promise<string> {
  const applets = await mkdtemp(join(folder, 'busybox-'))
  for (const applet of execFileSync('busybox', ['--list'], {encoding: 'utf8'}).trim().split('\n')) {
    await symlink('/usr/bin/busybox', join(applets, applet))
  }
  return applets
}

for (const [title, searchPath] of [
  ['coreutils', async () => '/usr/bin:/bin'],
  ['busybox', busybox],
] as const) {
  test(`the list of packages comes short and tells the same, by ${title}`, async (t) => {
    if (title === 'busybox' && !existsSync('/usr/bin/busybox')) {
      t.pass('busybox is not installed')
      return
    }
    const host = await shellHost({argv: ['sh'], name: 'here', searchPath: await searchPath()})
    t.teardown(() => host.close())
    const [there, here] = [await textOf(host), await textOf(liveHost())]
    t.true(there.length < here.length / 2)
    t.is(there.split('\n').length, here.split('\n').length)
    t.deepEqual(packagesIn(there), packagesIn(here))
    t.is(host.roundTrips(), 2)
  })
}

test('where sed is missing it comes whole', async (t) => {
  const host = await shellHost({argv: ['sh'], name: 'here', searchPath: await withoutSed()})
  t.teardown(() => host.close())
  t.is(await textOf(host), await textOf(liveHost()))
})
