import type {Collector} from '../facts/collector.ts'
import {containerd} from './containerd.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'
import {kubelet} from './kubelet.ts'
import {os} from './os.ts'
import {overlay} from './overlay.ts'
import {runtime} from './runtime.ts'
import {selinux} from './selinux.ts'
import {volumes} from './volumes.ts'

/** Every fact, in the order of the documentation. */
export const collectors: readonly Collector[] = [
  containerd,
  crio,
  docker,
  kubelet,
  os,
  overlay,
  runtime,
  selinux,
  volumes,
]
