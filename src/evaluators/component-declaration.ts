import type {Origin} from '../source.ts'
import type {ComponentFlags} from './component-flags.ts'

/** The components whose flags describe the cluster. */
export type Component =
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kube-scheduler'
  | 'kube-proxy'
  | 'flanneld'
  | 'weave'

/** What a command line was found in. */
export type DeclaredBy = 'manifest' | 'unit' | 'process' | 'k3s' | 'rke2' | 'k0s' | 'microk8s' | 'environment file'

/**
 * One command line of a component; `component` is empty for an environment file that all share. Not `isInForce` are files
 * that nothing on this host is seen to read.
 */
export interface ComponentDeclaration {
  readonly component: Component | ''
  readonly by: DeclaredBy
  readonly isInForce: boolean
  readonly flags: ComponentFlags
}

/** The value one command line gives a flag. */
export interface FlagDeclaration {
  readonly component: Component | ''
  readonly by: DeclaredBy
  readonly isInForce: boolean
  readonly value: string
  readonly source: Origin
}

/** Every value that the command lines of a component give a flag, those in force before the others. */
export function declaredFlag(
  declarations: readonly ComponentDeclaration[],
  component: Component,
  flag: string,
): readonly FlagDeclaration[] {
  const found = declarations.flatMap((declaration): FlagDeclaration[] => {
    const winner = declaration.flags.flags.get(flag)?.winner
    if (!winner || (declaration.component !== component && declaration.component !== '')) return []
    const {by, isInForce} = declaration
    const isRead = isInForce && !isOverruledByFile(declaration, flag)
    return [{component: declaration.component, by, isInForce: isRead, value: winner.value, source: winner.source}]
  })
  return [...found.filter(({isInForce}) => isInForce), ...found.filter(({isInForce}) => !isInForce)]
}

/** kube-proxy takes no other flag but these once it is given a configuration file (cmd/kube-proxy/app/server.go). */
function isOverruledByFile({component, flags}: ComponentDeclaration, flag: string): boolean {
  return component === 'kube-proxy' && flags.flags.has('config') && !keptBesideConfig.has(flag)
}

const keptBesideConfig: ReadonlySet<string> = new Set(['config', 'hostname-override', 'v', 'cleanup', 'init-only'])
