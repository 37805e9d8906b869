import type {Probe} from '../facts/probe.ts'
import {type ClusterDocument, clusterDocuments} from './cluster-documents.ts'
import type {ComponentDeclaration} from './component-declaration.ts'
import {environmentDeclarations} from './environment-declarations.ts'
import {manifestComponents} from './manifest-components.ts'
import {rancherComponents} from './rancher-components.ts'
import {runningComponents} from './running-components.ts'

/**
 * What this host says about its cluster: the command lines of components, read with `declaredFlag`, and configuration
 * documents, read with `documentSettings`. Several places may speak of one thing; each keeps its own file and line.
 */
export interface ControlPlane {
  readonly declarations: readonly ComponentDeclaration[]
  readonly documents: readonly ClusterDocument[]
}

/** Collects every declaration of the cluster on this host, the most telling first: `probe.once(controlPlane)`. */
export async function controlPlane(probe: Probe): Promise<ControlPlane> {
  const found = await Promise.all([
    manifestComponents(probe),
    runningComponents(probe),
    rancherComponents(probe),
    environmentDeclarations(probe),
  ])
  const declarations = found.flat()
  return {declarations, documents: await clusterDocuments(probe, declarations)}
}
