import {execFileSync, spawn, spawnSync} from 'node:child_process'
import {mkdtempSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import test from 'ava'

const program = resolve('dist/node-preflight')
const home = mkdtempSync(join(tmpdir(), 'node-preflight-shell-'))
const env = {HOME: home, PATH: `${resolve('dist')}:${process.env.PATH}`, TERM: 'dumb', LC_ALL: 'C.UTF-8'}
const completion = (shell: string) => execFileSync(program, ['completion', shell], {encoding: 'utf8'})

/** What a shell on a terminal shows once these keys were typed. */
async function typed(command: string, keys: string, until: RegExp): Promise<string> {
  const shell = spawn('script', ['-qfec', command, '/dev/null'], {env, cwd: home, stdio: ['pipe', 'pipe', 'ignore']})
  let shown = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  await sleep(1000)
  shell.stdin.write(keys)
  for (let tries = 0; tries < 100 && !until.test(shown); tries++) await sleep(100)
  shell.stdin.end()
  shell.kill()
  return shown
}

test('bash completes a rule and runs it', async (t) => {
  writeFileSync(join(home, 'rc.bash'), completion('bash'))
  const page = /conntrack-missing {2}\(binaries\)/
  t.regex(
    await typed(`bash --noprofile --rcfile ${home}/rc.bash -i`, 'node-preflight explain conntrack-m\t\n', page),
    page,
  )
  const choice = /--phase=image/
  t.regex(await typed(`bash --noprofile --rcfile ${home}/rc.bash -i`, 'node-preflight --phase=im\t', choice), choice)
})

test('zsh completes a rule and runs it', async (t) => {
  writeFileSync(join(home, '.zshrc'), `autoload -Uz compinit && compinit -u\n${completion('zsh')}`)
  const page = /conntrack-missing {2}\(binaries\)/
  t.regex(await typed('zsh -i', 'node-preflight explain conntrack-m\t\n', page), page)
})

test('fish completes rules, facts, formats and files', (t) => {
  writeFileSync(join(home, 'c.fish'), completion('fish'))
  const complete = (line: string) =>
    spawnSync('fish', ['--no-config', '-c', `source ${home}/c.fish; complete -C '${line}'`], {
      env,
      encoding: 'utf8',
      cwd: home,
    })
      .stdout.trim()
      .split('\n')
  t.regex(complete('node-preflight explain conntrack-m')[0] ?? '', /^conntrack-missing\tThe conntrack program/)
  t.regex(complete('node-preflight facts docker.ipMa')[0] ?? '', /^docker\.ipMasq\t/)
  t.deepEqual(complete('node-preflight -o sari'), ['sarif'])
  t.deepEqual(
    complete('node-preflight diff c.f').map((line) => line.split('\t')[0]),
    ['c.fish'],
  )
})

test('the scripts have no mistakes that the shells can tell', (t) => {
  t.is(spawnSync('shellcheck', ['--shell=bash', '-'], {input: completion('bash'), encoding: 'utf8'}).stdout, '')
  for (const [shell, flag] of [
    ['bash', '-n'],
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const) {
    writeFileSync(join(home, `check.${shell}`), completion(shell))
    t.is(spawnSync(shell, [flag, join(home, `check.${shell}`)], {encoding: 'utf8'}).stderr, '')
  }
})
