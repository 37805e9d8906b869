import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {Ajv2020} from 'ajv/dist/2020.js'
import test from 'ava'
import {adapted, documentsOf, ended, ending, executable, folderWith, judge, recipe, rootOf} from './recipe-lab.ts'
import {startReportReceiver} from './report-receiver.ts'

const roots = [
  [await rootOf('ubuntu-24.04-kubeadm-containerd-flannel'), 0],
  [await rootOf('centos-7-seed-postmortem'), 1],
] as const
const ajv = new Ajv2020({strict: true, formats: {int64: Number.isSafeInteger, int32: Number.isSafeInteger}})
ajv.addSchema(JSON.parse(await readFile('test/reporters/schemas/policy-reports.json', 'utf8')), 'reports')
const validate = ajv.compile({$ref: 'reports#/$defs/openreports'})

const account = await folderWith({token: 'secret'})
const receiver = await startReportReceiver(account, (object) => validate(object))
test.after.always(() => receiver.stop())

interface Manifest {
  readonly kind: string
  readonly rules: readonly unknown[]
  readonly spec: {readonly template: {readonly spec: {readonly containers: readonly Container[]}}}
}

interface Container {
  readonly command: readonly string[]
  readonly args: readonly string[]
  readonly readinessProbe?: {readonly exec: {readonly command: readonly string[]}}
}

const containerOf = (name: string): Container | undefined =>
  (documentsOf(name) as readonly Manifest[]).find(({kind}) => kind === 'DaemonSet' || kind === 'Job')?.spec.template
    .spec.containers[0]

/** Runs the script of a container once, as busybox does in the image, on a node of this name. */
function run(container: Container | undefined, folder: string, root: string, places: Readonly<Record<string, string>>) {
  const script = adapted(container?.args.join() ?? '', {
    ...places,
    '/tmp/': `${folder}/`,
    '/var/run/secrets/kubernetes.io/serviceaccount': account,
    '/host /usr/local/bin/node-preflight check': `/ ${executable} check --root ${root}`,
  })
  return ending(['busybox', ...(container?.command ?? []), script], {
    NODE_NAME: `node-7.${root === roots[0][0] ? 'good' : 'bad'}.example.org`,
    KUBERNETES_SERVICE_HOST: '127.0.0.1',
    KUBERNETES_SERVICE_PORT: String(receiver.port),
  })
}

test.serial(
  'the pods of the DaemonSet apply a report about their node, and are ready where that was taken',
  async (t) => {
    const container = containerOf('openreports-daemonset')
    const once = {'sleep 3600 & wait $!': 'exit'}
    for (const [root, fails] of roots) {
      const folder = await folderWith()
      const isReady = () => {
        const probe = container?.readinessProbe?.exec.command.map((word) => word.replace('/tmp/', `${folder}/`)) ?? []
        return ended(probe).code === 0
      }
      const ran = await run(container, folder, root, once)
      t.is(ran.text, '')
      t.true(isReady())
      const {path, object} = receiver.applied.at(-1) ?? {}
      const name = `node-7.${fails ? 'bad' : 'good'}.example.org`
      t.is(path, `/apis/openreports.io/v1alpha1/clusterreports/node-preflight-${name}`)
      t.like(object, {scope: {kind: 'Node', name}, metadata: {name: `node-preflight-${name}`}})
      t.like(object, {metadata: {annotations: {'node-preflight/verdict': fails ? 'fail' : 'pass'}}})

      await writeFile(join(account, 'token'), 'renewed')
      const refused = await run(container, folder, root, {...once, 'cat "$account/token"': 'echo old'})
      t.regex(refused.text, /401[\s\S]*"kind":"Status"/)
      t.false(isReady())
    }
  },
)

test.serial('the Job logs the report of its node, applies it, and is complete where the node passes', async (t) => {
  const container = containerOf('openreports-job')
  for (const [root, fails] of roots) {
    const before = receiver.applied.length
    const ran = await run(container, await folderWith(), root, {})
    t.is(ran.code, fails)
    t.regex(ran.text, fails ? /^FAIL: /m : /^PASS: /m)
    t.is(receiver.applied.length, before + 1)
    t.not((await run(container, await folderWith(), root, {'-X PATCH': '-X PUT'})).code, 0)
  }
  const broken = await run(container, await folderWith(), '/nowhere', {})
  t.is(broken.code, 2)
  t.is(receiver.applied.length, roots.length * 2)
})

test('the schemas of Kubernetes accept the manifests, which may touch ClusterReports only', async (t) => {
  for (const name of ['openreports-daemonset', 'openreports-job']) {
    // The validator prints the name of each object; the job gets one from the server.
    const named = recipe(name).replace('generateName: node-preflight-', 'name: node-preflight')
    const folder = await folderWith({'manifest.yaml': named})
    const judged = ended([judge('kubernetes-validate'), '--strict', join(folder, 'manifest.yaml')])
    t.is(judged.code, 0, judged.text)
    const role = (documentsOf(name) as readonly Manifest[]).find(({kind}) => kind === 'ClusterRole')
    t.deepEqual(role?.rules, [
      {apiGroups: ['openreports.io'], resources: ['clusterreports'], verbs: ['create', 'patch']},
    ])
  }
})
