import {existsSync, readFileSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import test from 'ava'
import {adapted, documentsOf, download, ended, executable, folderWith, judge, recipe, rootOf} from './recipe-lab.ts'

const good = await rootOf('ubuntu-24.04-kubeadm-containerd-flannel')
const bad = await rootOf('centos-7-seed-postmortem')
const roots = [
  [good, 0],
  [bad, 1],
] as const
const downloaded = await download()

/** The scripts of a recipe run here, with what they name outside this folder led into it. */
const runIn = (folder: string, script: string, shell: readonly string[] = ['sh']) =>
  ended([...shell, '-c', script], {PATH: `${folder}:${process.env.PATH}`}, folder)

test('cloud-init takes the user data, and only a machine that passes joins', async (t) => {
  const data = await folderWith({'user-data': recipe('cloud-init')})
  const judged = ended(['cloud-init', 'schema', '--config-file', join(data, 'user-data')])
  t.is(judged.code, 0, judged.text)
  const {runcmd} = parsed<{runcmd: readonly string[]}>('cloud-init')
  for (const [root, code] of roots) {
    const folder = await folderWith({systemctl: '#!/bin/sh\n', kubeadm: '#!/bin/sh\ntouch joined\n'})
    const places = {
      '/usr/local/bin': folder,
      '/etc/systemd/system': folder,
      '--phase bootstrap --wait 60s': `--root ${root}`,
    }
    t.is(runIn(folder, adapted(runcmd.join('\n'), {...downloaded, ...places})).code, code)
    t.is(existsSync(join(folder, 'joined')), code === 0)
    t.regex(readFileSync(join(folder, 'node-preflight.service'), 'utf8'), /^RequiredBy=kubelet\.service$/m)
  }
})

test('the installer takes the kickstart, and ends the installation of a bad system', async (t) => {
  const text = recipe('kickstart')
  const file = await folderWith({'ks.cfg': text})
  for (const version of ['RHEL7', 'RHEL9', 'F40']) {
    const judged = ended([judge('ksvalidator'), '-v', version, join(file, 'ks.cfg')])
    t.is(judged.code, 0, judged.text)
  }
  const script = /^%post .*--erroronfail.*\n([\s\S]*)^%end$/m.exec(text)?.[1] ?? ''
  for (const [root, code] of roots) {
    const folder = await folderWith()
    const places = {'/mnt/sysimage/root': folder, 'cd /tmp': `cd ${folder}`}
    const {code: ended} = runIn(folder, adapted(adapted(script, {...downloaded, ...places}), {'/mnt/sysimage': root}))
    t.is(ended, code)
    t.true(existsSync(join(folder, 'node-preflight.xml')))
  }
})

test('GitHub annotates, summarises and fails, by the schema of its workflows', async (t) => {
  t.is(schemaCheck(await folderWith({x: recipe('github-actions')}), 'vendor.github-workflows').code, 0)
  const {jobs} = parsed<{jobs: {check: {steps: readonly {name?: string; run?: string}[]}}}>('github-actions')
  const script = jobs.check.steps.find(({name}) => name === 'Check the image')?.run ?? ''
  for (const [root, code] of roots) {
    const folder = await folderWith({sudo: '#!/bin/sh\nexec "$@"\n', summary: 'Before\n'})
    const places = {'/mnt/image': root, './node-preflight': executable, $GITHUB_STEP_SUMMARY: 'summary'}
    const ran = runIn(folder, adapted(script, places), ['bash', '-e', '-o', 'pipefail'])
    t.is(ran.code, code, ran.text)
    t.is(/^::error /m.test(ran.text), code === 1)
    t.regex(readFileSync(join(folder, 'summary'), 'utf8'), /^Before\n[\s\S]*node-preflight/)
    t.is(JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8')).version, '2.1.0')
  }
})

test('GitLab keeps the reports and fails, by the schema of its pipelines', async (t) => {
  t.is(
    schemaCheck(await folderWith({x: recipe('gitlab')}), 'vendor.gitlab-ci', '--data-transform', 'gitlab-ci').code,
    0,
  )
  const job = parsed<Record<string, GitlabJob>>('gitlab')['check-node-image']
  for (const [root, code] of roots) {
    const folder = await folderWith()
    t.is(ended(['tar', '-C', root, '-cf', join(folder, 'image.tar'), '.']).code, 0)
    const {URL: url = '', SHA256: sum = ''} = job?.variables ?? {}
    const script = [...(job?.before_script.slice(1) ?? []), ...(job?.script ?? [])].join('\n')
    const ran = runIn(folder, adapted(adapted(script, {$URL: url, $SHA256: sum}), downloaded), ['bash', '-e'])
    t.is(ran.code, code, ran.text)
    t.true([...(job?.artifacts.paths ?? []), 'report.xml'].every((name) => existsSync(join(folder, name))))
  }
})

interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>
  readonly before_script: readonly string[]
  readonly script: readonly string[]
  readonly artifacts: {readonly paths: readonly string[]}
}

test('the pods of the DaemonSet are ready where the node passes', async (t) => {
  const manifest = parsed<{spec: {template: {spec: {containers: readonly Container[]}}}}>('daemonset')
  const [container] = manifest.spec.template.spec.containers
  const {readinessProbe, command = [], args = []} = container ?? {}
  for (const [root, code] of roots) {
    const folder = await folderWith()
    const places = {'/tmp/': `${folder}/`, 'sleep 3600 & wait $!': 'exit'}
    const check = {'/host /usr/local/bin/node-preflight check': `/ ${executable} check --root ${root}`}
    const once = adapted(args.join(), {...places, ...check})
    await writeFile(join(folder, 'passed'), 'before')
    t.is(ended(['busybox', ...command, once]).code, 0)
    const probe = readinessProbe?.exec.command.map((word) => word.replace('/tmp/', `${folder}/`)) ?? []
    t.is(ended(probe).code, code)
  }
})

interface Container {
  readonly command: readonly string[]
  readonly args: readonly string[]
  readonly readinessProbe: {readonly exec: {readonly command: readonly string[]}}
}

test('node-problem-detector gets a configuration of its own shape, a line of 80 bytes and the exit code', async (t) => {
  const {data} = parsed<{data: Readonly<Record<string, string>>}>('npd')
  const config = JSON.parse(data['node-preflight.json'] ?? '')
  const [condition] = config.conditions
  const [rule] = config.rules
  t.deepEqual(Object.keys(config), ['plugin', 'pluginConfig', 'source', 'metricsReporting', 'conditions', 'rules'])
  t.is(config.plugin, 'custom')
  t.is(rule.type, 'permanent')
  t.is(rule.condition, condition.type)
  t.true(seconds(rule.timeout) <= seconds(config.pluginConfig.timeout), 'a longer one is refused at start')
  for (const [root, code] of roots) {
    const args = rule.args.map(
      (word: string) => ({'/host': '/', '/usr/local/bin/node-preflight': executable})[word] ?? word,
    )
    const {code: ending, text} = ended([rule.path, ...args, '--root', root])
    t.is(ending, code)
    t.true(Buffer.byteLength(text.trim()) <= config.pluginConfig.max_output_length)
    t.regex(text, code === 0 ? /^PASS: / : /^FAIL: /)
  }
})

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1])

const parsed = <T>(name: string): T => documentsOf(name)[0] as T

const schemaCheck = (folder: string, schema: string, ...more: readonly string[]) =>
  ended([
    judge('check-jsonschema'),
    '--builtin-schema',
    schema,
    ...more,
    '--default-filetype',
    'yaml',
    join(folder, 'x'),
  ])
