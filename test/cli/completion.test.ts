import {spawnSync} from 'node:child_process'
import {chmod} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import test from 'ava'
import {commands} from '../../src/cli/commands/index.ts'
import {candidates} from '../../src/cli/complete.ts'
import {cli, folder} from './harness.ts'

const values = async (...words: readonly string[]) => (await candidates(words)).map(({value}) => value)

test('commands, and the second word of those that have one', async (t) => {
  t.deepEqual(await values('expl'), ['explain'])
  t.deepEqual(await values('rules', ''), ['list', 'lint', 'test', 'from-host'])
  t.deepEqual(await values('rules', 'lint', ''), [':file'])
  t.deepEqual(await values('completion', ''), ['bash', 'zsh', 'fish'])
})

test('the options of a command, each once unless it may be repeated', async (t) => {
  t.true((await values('--ph')).includes('--phase'))
  t.deepEqual(await values('diff', '--g'), ['--gate'])
  t.deepEqual(await values('diff', '--gate', '--g'), [])
  t.deepEqual(await values('check', '--only', 'a', '--onl'), ['--only'])
  t.deepEqual(await values('snapshot', '--fail'), [])
})

test('the values of options', async (t) => {
  t.deepEqual(await values('--phase', 'im'), ['image'])
  t.deepEqual(await values('--fail-on=w'), ['--fail-on=warning'])
  t.deepEqual(await values('--root', ''), [':folder'])
  t.deepEqual(await values('-o', 'js'), ['json', 'jsonl'])
  t.deepEqual(await values('-o', 'junit='), [':file'])
  t.deepEqual(await values('snapshot', '-o', ''), [':file'])
  t.deepEqual(await values('--only', 'cni,rang'), [
    'cni,ranges',
    ...(await values('--only', 'rang')).slice(1).map((id) => `cni,${id}`),
  ])
  t.deepEqual(await values('rules', 'list', '--subject', 'rang'), ['ranges'])
})

test('rules, facts and their fields', async (t) => {
  t.deepEqual(await values('explain', 'conntrack-m'), ['conntrack-missing'])
  t.deepEqual(await values('explain', '--root', '/', 'socat-m'), ['socat-missing'])
  t.deepEqual(await values('facts', 'docker.ipMa'), ['docker.ipMasq'])
  t.true((await values('facts', 'cluster.ranges[0].')).includes('cluster.ranges[0].cidr'))
})

test('every option that takes a value offers choices or is known to be free', async (t) => {
  const free =
    /^(via|become|role|.*-cidr|.*-version|network-plugin|proxy-mode|api-server|cluster-d.*|container-runtime|node-count|storage|image|wait|jobs|timeout|ssh)$/
  for (const {usage, options, completes} of commands) {
    for (const [name, {type}] of Object.entries(options)) {
      if (type !== 'string' || free.test(name) || completes?.[name]) continue
      t.not(
        (await values(...usage.replace(/ [[<].*$/, '').split(' '), `--${name}`, '')).length,
        0,
        `${usage} --${name}`,
      )
    }
  }
})

test('bash completes what it breaks at "=" and "," as well', async (t) => {
  const root = await folder({
    'node-preflight': `#!/bin/sh\nexec ${process.execPath} --import=${import.meta.resolve('tsx')} ${resolve('src/cli/main.ts')} "$@"\n`,
    'completion.bash': (await cli('completion', 'bash')).out,
  })
  await chmod(join(root, 'node-preflight'), 0o755)
  const complete = (line: string, ...words: readonly string[]) => {
    const script = `compopt() { :; }; . ./completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE=$LINE
      COMP_POINT=\${#LINE}; _node_preflight; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = {...process.env, PATH: `${root}:${process.env.PATH}`, LINE: line}
    const {stdout} = spawnSync('bash', ['-c', script, 'bash', ...words], {cwd: root, env, encoding: 'utf8'})
    return stdout.trim().split('\n')
  }
  const program = 'node-preflight'
  t.deepEqual(complete(`${program} explain conntrack-m`, program, 'explain', 'conntrack-m'), ['conntrack-missing'])
  t.deepEqual(complete(`${program} --phase=im`, program, '--phase', '=', 'im'), ['image'])
  t.deepEqual(complete(`${program} -o junit=comp`, program, '-o', 'junit', '=', 'comp'), ['completion.bash'])
})

test('a shell that is none is refused', async (t) => {
  t.regex((await cli('completion', 'fisch')).err, /no completion for 'fisch' \(did you mean 'fish'\?\)/)
})
