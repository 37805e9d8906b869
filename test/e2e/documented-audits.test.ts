import {mkdirSync, readFileSync} from 'node:fs'
import {rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import {ended, executable, folderWith} from './recipe-lab.ts'
import {startSshd} from './sshd.ts'

const sshd = await startSshd(20_000 + (process.pid % 10_000))
await sshd.configure('Host node-*\n  HostName 127.0.0.2')
test.after.always(() => {
  sshd.stop()
  return rm(sshd.folder, {recursive: true})
})

for (const page of ['README.md', 'docs/guides/audits.md', 'docs/guides/fleets.md']) {
  test(`what ${page} types to look at other hosts works as it stands`, async (t) => {
    const folder = await folderWith({
      ssh: `#!/bin/sh\nexec /usr/bin/ssh -F ${sshd.config} "$@"\n`,
      'node-preflight': `#!/bin/sh\nexec ${executable} "$@"\n`,
    })
    const run = (line: string) => ended(['sh', '-c', line], {PATH: `${folder}:${process.env.PATH}`}, work)
    const work = await folderWith()
    await writeFile(join(work, 'hosts.txt'), 'node-1\nnode-2\n')
    await writeFile(join(work, 'hosts.ini'), '[workers]\nnode-[1:2]\n')
    for (const name of ['snapshots', 'node-preflight/snapshots']) {
      mkdirSync(join(work, name), {recursive: true})
      t.is(run(`node-preflight snapshot -o ${name}/node-9.json.gz`).code, 0)
    }
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines)
    const lines = blocks.flatMap((block) =>
      block.split('\n').filter((line) => /^node-preflight .*(audit|--via) /.test(line)),
    )
    t.true(lines.length > 2)
    for (const line of lines) {
      const {code, text} = run(line)
      t.true([0, 1, 3].includes(code ?? -1), `${line}\n${text}`)
      t.notRegex(text, /COULD NOT BE REACHED/, line)
    }
  })
}
