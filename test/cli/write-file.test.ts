import {spawnSync} from 'node:child_process'
import {readdir} from 'node:fs/promises'
import {join, resolve} from 'node:path'
import test from 'ava'
import {folder} from './harness.ts'

test('a report that is interrupted leaves the old one and no draft', async (t) => {
  const root = await folder({'fleet.html': 'old'})
  const script = `import {writeFileAtomically} from '${resolve('src/cli/write-file.ts')}'
function* pieces() {
  yield 'new'
  process.exit(130)
}
await writeFileAtomically('${join(root, 'fleet.html')}', pieces())`
  const argv = ['--import=tsx', '--input-type=module', '-e', script]
  const {status, stderr} = spawnSync(process.execPath, argv, {encoding: 'utf8'})
  t.is(status, 130, stderr)
  t.deepEqual(await readdir(root), ['fleet.html'])
})
