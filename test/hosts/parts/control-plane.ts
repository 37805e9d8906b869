import type {Files} from './files.ts'

/** The static pods of a control plane of kubeadm, with the cluster's ranges. */
export function controlPlane(version: string, podCidr: string, serviceCidr: string): Files {
  return {
    '/etc/kubernetes/manifests/kube-apiserver.yaml': staticPod('kube-apiserver', version, [
      '--advertise-address=10.0.0.11',
      '--allow-privileged=true',
      '--authorization-mode=Node,RBAC',
      '--client-ca-file=/etc/kubernetes/pki/ca.crt',
      '--enable-admission-plugins=NodeRestriction',
      '--etcd-servers=https://127.0.0.1:2379',
      '--secure-port=6443',
      `--service-cluster-ip-range=${serviceCidr}`,
    ]),
    '/etc/kubernetes/manifests/kube-controller-manager.yaml': staticPod('kube-controller-manager', version, [
      '--allocate-node-cidrs=true',
      '--bind-address=127.0.0.1',
      `--cluster-cidr=${podCidr}`,
      '--cluster-name=kubernetes',
      '--kubeconfig=/etc/kubernetes/controller-manager.conf',
      `--service-cluster-ip-range=${serviceCidr}`,
      '--use-service-account-credentials=true',
    ]),
    '/etc/kubernetes/manifests/kube-scheduler.yaml': staticPod('kube-scheduler', version, [
      '--bind-address=127.0.0.1',
      '--kubeconfig=/etc/kubernetes/scheduler.conf',
      '--leader-elect=true',
    ]),
  }
}

function staticPod(name: string, version: string, args: readonly string[]): string {
  return `apiVersion: v1
kind: Pod
metadata:
  labels:
    component: ${name}
    tier: control-plane
  name: ${name}
  namespace: kube-system
spec:
  containers:
  - command:
    - ${[name, ...args].join('\n    - ')}
    image: registry.k8s.io/${name}:${version}
    name: ${name}
    volumeMounts:
    - mountPath: /etc/kubernetes/pki
      name: k8s-certs
      readOnly: true
  hostNetwork: true
  priorityClassName: system-node-critical
  securityContext:
    seccompProfile:
      type: RuntimeDefault
  volumes:
  - hostPath:
      path: /etc/kubernetes/pki
      type: DirectoryOrCreate
    name: k8s-certs
`
}
