import type {Probe} from '../facts/probe.ts'
import {type Unknown, unknown} from '../facts/value.ts'
import {readEnvironmentFile} from '../text/env-file.ts'
import type {Component, ComponentDeclaration} from './component-declaration.ts'
import {readComponentFlags, type Words} from './component-flags.ts'

/**
 * Reads flags from the environment files of older packages whether or not a unit reads them: on a host whose control plane
 * runs elsewhere they still say what the cluster is meant to be. Not in force by themselves.
 */
export async function environmentDeclarations(probe: Probe): Promise<readonly ComponentDeclaration[]> {
  const found = await Promise.all(
    files.map(async ([path, component]): Promise<readonly ComponentDeclaration[]> => {
      const text = await probe.readFile(path)
      const words = text.state === 'read' ? flagWords(path, text.value) : []
      if (words.length === 0) return []
      return [{component, by: 'environment file', isInForce: false, flags: readComponentFlags(words)}]
    }),
  )
  return found.flat()
}

/** Why nobody can tell what one of those files says. */
export async function environmentDeclarationsGap(probe: Probe): Promise<Unknown | undefined> {
  const texts = await Promise.all(files.map(([path]) => probe.readFile(path)))
  const hidden = texts.findIndex(({state}) => state === 'unreadable')
  const text = texts[hidden]
  return text?.state === 'unreadable' ? unknown(`${files[hidden]?.[0]} ${text.reason}`, text.source) : undefined
}

/** The words of the variables that hold flags, those of later assignments only where a name is repeated. */
function flagWords(path: string, text: string): Words {
  const last = new Map(readEnvironmentFile(text).assignments.map((assignment) => [assignment.name, assignment]))
  return [...last.values()].flatMap(({value, line}) => {
    const words = value.trim().split(/\s+/)
    return words[0]?.startsWith('-')
      ? words.map((word) => ({text: word, source: {kind: 'file', path, line} as const}))
      : []
  })
}

const files: readonly (readonly [path: string, component: Component | ''])[] = [
  ['/etc/kubernetes/config', ''],
  ['/etc/kubernetes/apiserver', 'kube-apiserver'],
  ['/etc/kubernetes/controller-manager', 'kube-controller-manager'],
  ['/etc/kubernetes/scheduler', 'kube-scheduler'],
  ['/etc/kubernetes/proxy', 'kube-proxy'],
  ['/etc/sysconfig/flanneld', 'flanneld'],
  ['/etc/default/flanneld', 'flanneld'],
  ['/etc/sysconfig/weave', 'weave'],
  ['/etc/default/weave', 'weave'],
]
