import test from 'ava'
import {isImageCommand} from '../../src/evaluators/image-command.ts'
import {probeOf} from './probe-of.ts'

const probe = probeOf({
  '/opt/start': {
    content: '#!/bin/bash\nset -e\nexec /usr/bin/rkt \\\n  run --volume etc coreos/hyperkube -- kubelet\n',
    mode: '0755',
  },
  '/opt/prepare': {content: '#!/bin/sh\n# docker run is for others\nexec /usr/bin/kubelet "$@"\n', mode: '0755'},
  '/usr/bin/kubelet': {base64: 'f0VMRg==', size: 100, mode: '0755'},
})
const words = (line: string) => line.split('|').map((text) => ({text}))

for (const [line, isImage] of [
  ['/usr/bin/kubelet|--v=2', false],
  ['/usr/bin/docker|run|--name|kubelet|hyperkube:v1.18.2|kubelet', true],
  ['/usr/bin/docker|start|-a|kubelet', true],
  ['/bin/sh|-c|exec docker run --rm hyperkube kubelet', true],
  ['/bin/sh|-c|exec /usr/bin/kubelet --docker=unix:///run/docker.sock', false],
  ['/usr/lib/coreos/kubelet-wrapper|--allow-privileged', true],
  ['/opt/start', true],
  ['/opt/prepare|kubelet', false],
] as const) {
  test(`${line} ${isImage ? 'starts an image' : 'starts a program'}`, async (t) => {
    t.is(await isImageCommand(probe, words(line)), isImage)
  })
}
