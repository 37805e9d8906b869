import type {Collector} from '../facts/collector.ts'
import {containerd} from './containerd.ts'
import {kubelet} from './kubelet.ts'
import {os} from './os.ts'
import {overlay} from './overlay.ts'
import {selinux} from './selinux.ts'

/** Every fact, in the order of the documentation. */
export const collectors: readonly Collector[] = [containerd, kubelet, os, overlay, selinux]
