import test from 'ava'
import {parseDpkgStatus} from '../../src/text/dpkg-status.ts'

const status = `Package: kubelet
Status: hold ok installed
Architecture: amd64
Version: 1.27.3-00
Description: Node Agent
 Package: not-a-field

Package: docker.io
Status: deinstall ok config-files
Architecture: amd64
Version: 20.10.7-0ubuntu1

Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2.36-9

Package: libc6
Status: install ok installed
Architecture: i386
Version: 2.36-8
`

test('installed packages only, the first of several architectures', (t) => {
  t.deepEqual(
    [...parseDpkgStatus(status).values()].map(({name, version, line}) => ({name, version, line})),
    [
      {name: 'kubelet', version: '1.27.3-00', line: 1},
      {name: 'libc6', version: '2.36-9', line: 13},
    ],
  )
})

test('the last paragraph may end with the text', (t) => {
  t.is(parseDpkgStatus('Package: a\nStatus: install ok installed\nVersion: 1').get('a')?.version, '1')
})
