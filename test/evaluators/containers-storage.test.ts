import test from 'ava'
import {storageGraphRoot} from '../../src/evaluators/containers-storage.ts'
import {probeOf} from './probe-of.ts'

const etc = '/etc/containers/storage.conf'
const usr = '/usr/share/containers/storage.conf'

test('the first storage.conf that exists names the root of images', async (t) => {
  const shipped = {[usr]: '[storage]\ngraphroot = "/var/lib/containers/storage"\n'}
  t.like(await storageGraphRoot(probeOf({...shipped, [etc]: '[storage]\ngraphroot = "/data"\n'})), {
    value: '/data',
    source: {path: etc, line: 2},
  })
  t.is(await storageGraphRoot(probeOf({...shipped, [etc]: '[storage]\ndriver = "overlay"\n'})), undefined)
  t.like(await storageGraphRoot(probeOf(shipped)), {source: {path: usr}})
  t.is(await storageGraphRoot(probeOf({})), undefined)
  t.is(await storageGraphRoot(probeOf({[etc]: '[storage\n'})), undefined)
})
