import type {Probe} from '../facts/probe.ts'
import {Located} from '../facts/value.ts'
import {kubeletConfig, kubeletFlag} from './kubelet-config.ts'
import {serviceCommand} from './service-command.ts'

/**
 * Whether the kubelet's command line is as it will stay: it is told how to reach an API server, and no file of flags is
 * still to be written by kubeadm when the node joins.
 */
export async function isKubeletConfigured(probe: Probe): Promise<boolean> {
  const config = await probe.once(kubeletConfig)
  const isTold = ['kubeconfig', 'bootstrap-kubeconfig', 'api-servers'].some((name) => {
    const flag = kubeletFlag(config, name)
    return flag instanceof Located && flag.value !== ''
  })
  const service = config.command.unit === '' ? undefined : await probe.once(serviceCommand, config.command.unit)
  const files = service?.state === 'found' ? service.environmentFiles : []
  return isTold && !files.some(({path, isMissing}) => isMissing && path.endsWith('/kubeadm-flags.env'))
}
