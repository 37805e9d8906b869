import type {Collector} from '../facts/collector.ts'
import {addresses} from './addresses.ts'
import {calicoNode} from './calico-node.ts'
import {cluster} from './cluster.ts'
import {cni} from './cni.ts'
import {cniBridge} from './cni-bridge.ts'
import {cniBundle} from './cni-bundle.ts'
import {cniLeftovers} from './cni-leftovers.ts'
import {containerLabels} from './container-labels.ts'
import {containerd} from './containerd.ts'
import {criDockerd} from './cri-dockerd.ts'
import {crictl} from './crictl.ts'
import {crio} from './crio.ts'
import {docker} from './docker.ts'
import {dockerContainers} from './docker-containers.ts'
import {dockerRanges} from './docker-ranges.ts'
import {firewall} from './firewall.ts'
import {flannelSubnet} from './flannel-subnet.ts'
import {fleet} from './fleet.ts'
import {hostLocal} from './host-local.ts'
import {hostProxy} from './host-proxy.ts'
import {identity} from './identity.ts'
import {iscsi} from './iscsi.ts'
import {kubeProxy} from './kube-proxy.ts'
import {kubelet} from './kubelet.ts'
import {labels} from './labels.ts'
import {ociRuntime} from './oci-runtime.ts'
import {os} from './os.ts'
import {overlay} from './overlay.ts'
import {routes} from './routes.ts'
import {runtime} from './runtime.ts'
import {selinux} from './selinux.ts'
import {selinuxPolicy} from './selinux-policy.ts'
import {services} from './services.ts'
import {staticPods} from './static-pods.ts'
import {tools} from './tools.ts'
import {volumes} from './volumes.ts'

/** Every fact, in the order of the documentation. */
export const collectors: readonly Collector[] = [
  calicoNode,
  addresses,
  cluster,
  cni,
  cniBridge,
  cniBundle,
  cniLeftovers,
  containerd,
  containerLabels,
  criDockerd,
  crictl,
  crio,
  docker,
  dockerRanges,
  dockerContainers,
  firewall,
  flannelSubnet,
  fleet,
  hostLocal,
  hostProxy,
  identity,
  iscsi,
  kubeProxy,
  kubelet,
  labels,
  ociRuntime,
  os,
  overlay,
  routes,
  runtime,
  selinux,
  selinuxPolicy,
  staticPods,
  services,
  tools,
  volumes,
]
