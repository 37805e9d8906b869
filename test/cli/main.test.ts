import {execFile, spawn} from 'node:child_process'
import {readFile} from 'node:fs/promises'
import {promisify} from 'node:util'
import test from 'ava'

const main = ['--import', 'tsx', 'src/cli/main.ts']

test('--version prints the version of the package without loading the option parser', async (t) => {
  const {version} = JSON.parse(await readFile('package.json', 'utf8'))
  const env = {...process.env, NODE_DEBUG: 'esm'}
  const {stdout, stderr} = await promisify(execFile)('node', [...main, '--version'], {env})
  t.is(stdout, `${version}\n`)
  t.false(stderr.includes('yargs'))
})

test('a reader that closes the pipe early is no error', async (t) => {
  const child = spawn('sh', ['-c', `node ${main.join(' ')} --help | true`], {stdio: ['ignore', 'ignore', 'pipe']})
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  await new Promise((resolve) => child.on('close', resolve))
  t.is(err, '')
})
