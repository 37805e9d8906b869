import {readdirSync, readFileSync} from 'node:fs'
import test from 'ava'
import {cli} from './harness.ts'

const files = readdirSync('recipes')

test('generate lists the recipes, one a line', async (t) => {
  const {code, out} = await cli('generate')
  t.is(code, 0)
  t.deepEqual(
    out.split('\n').map((line) => line.split(' ')[0]),
    [...files.map((file) => file.replace(/\..*/, '')).sort(), ''],
  )
  t.regex(out, /^systemd +systemd unit: check the host on each boot/m)
})

for (const file of files) {
  test(`generate prints recipes/${file} as it is`, async (t) => {
    const {code, out} = await cli('generate', file.replace(/\..*/, ''))
    t.deepEqual([code, out], [0, readFileSync(`recipes/${file}`, 'utf8')])
  })
}

test('a recipe there is not is refused with the nearest', async (t) => {
  const {code, out, err} = await cli('generate', 'cloudinit')
  t.deepEqual([code, out], [2, ''])
  t.is(err, "node-preflight: there is no recipe 'cloudinit' (did you mean 'cloud-init'?)\n")
  t.regex((await cli('generate', 'terraform')).err, /recipes: ansible, ansible-role, cloud-init, /)
})
