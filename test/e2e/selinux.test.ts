import test from 'ava'
import {onLabelledNode} from './labelled-node.ts'

interface Finding {
  readonly rule: string
  readonly outcome: string
  readonly severity: string
  readonly item?: string
  readonly message: string
  readonly reason?: string
  readonly evidence: readonly {readonly source?: {readonly file?: string; readonly line?: number}}[]
}

const uid = '1f0c7d1e-9a55-4a0e-8a55-020000000005'
const check = '"$program" check --phase joined --only selinux -o json || [ $? -le 3 ]'

/** A pod with a token and a secret on tmpfs, a config map and scratch space on ext4, all labelled as runtimes label them. */
const pod = `
pod=/var/lib/kubelet/pods/${uid}/volumes
token=$pod/kubernetes.io~projected/kube-api-access-7k2lm
secret=$pod/kubernetes.io~secret/password
config=$pod/kubernetes.io~configmap/settings
cache=$pod/kubernetes.io~empty-dir/cache
mkdir -p "$token" "$secret" "$config" "$cache"
mount -t tmpfs tmpfs "$token"
mount -t tmpfs tmpfs "$secret"
fill "$token" token
fill "$secret" password
fill "$config" Corefile
find "$token" "$secret" "$config" "$cache" -exec setfattr -h -n security.selinux -v system_u:object_r:container_file_t:s0:c1,c2 {} +
`
const mounts = '"$token:run/secrets/token" "$secret:run/secrets/password" "$config:etc/coredns" "$cache:cache"'
const confined = `container ${uid} container_t:s0:c1,c2 ${mounts}\nstarted\n`

function findings(script: string): readonly Finding[] {
  return (JSON.parse(onLabelledNode(script)) as {findings: readonly Finding[]}).findings
}

const failing = (all: readonly Finding[]) => all.filter(({outcome}) => outcome === 'fail')
const of = (all: readonly Finding[], rule: string) => all.filter((finding) => finding.rule === rule)
const volumeRules = ['secret-volume-mislabelled', 'empty-dir-mislabelled', 'volume-categories-differ']

test('volumes labelled for their container are in order', (t) => {
  const all = findings(`${pod}${confined}${check}`)
  for (const rule of [...volumeRules, 'kubelet-directory-mislabelled', 'pods-directory-label-outdated'])
    t.deepEqual(
      of(all, rule).map(({outcome}) => outcome),
      ['pass'],
      rule,
    )
})

test('a link, a file and a tmpfs of another type are found, each by its path', (t) => {
  const all = findings(`${pod}
    label var_lib_t:s0 "$config/..data"
    label container_var_lib_t:s0 "$secret/..2026_08_01_10_00_00.123456789/password"
    label tmpfs_t:s0 "$token"
    ${confined}${check}`)
  const found = failing(of(all, 'secret-volume-mislabelled'))
  const place = `/var/lib/kubelet/pods/${uid}/volumes`
  t.deepEqual(found.map(({message, severity}) => [severity, message]).sort(), [
    ['error', `${place}/kubernetes.io~configmap/settings/..data is var_lib_t, which container_t may not read`],
    ['error', `${place}/kubernetes.io~projected/kube-api-access-7k2lm is tmpfs_t, which container_t may not read`],
    [
      'error',
      `${place}/kubernetes.io~secret/password/..data/password is container_var_lib_t, which container_t may not read`,
    ],
  ])
  const token = found.find(({item}) => item === `${uid}/kube-api-access-7k2lm`)
  t.true(token?.evidence.some(({source}) => source?.file?.endsWith('/kube-api-access-7k2lm')))
})

test('scratch space, categories, and what permissive mode makes of them', (t) => {
  const all = findings(`${pod}
    label container_var_lib_t:s0 "$cache"
    label container_file_t:s0:c7,c9 "$token"
    printf 0 >/sys/fs/selinux/enforce
    ${confined}${check}`)
  t.deepEqual(
    failing(of(all, 'empty-dir-mislabelled')).map(({severity, item}) => [severity, item]),
    [['warning', `${uid}/cache`]],
  )
  t.like(failing(of(all, 'volume-categories-differ')), [
    {
      severity: 'warning',
      message: `/var/lib/kubelet/pods/${uid}/volumes/kubernetes.io~projected/kube-api-access-7k2lm is at s0:c7,c9, its container at s0:c1,c2`,
    },
  ])
  const reboot = failing(of(all, 'selinux-mode-changes-at-reboot'))
  t.is(reboot[0]?.message, 'SELinux is permissive now and will be enforcing after the next boot')
  t.true(reboot[0]?.evidence.some(({source}) => source?.file === '/etc/selinux/config' && source.line === 1))
})

test('what no confined container mounts whole is left alone', (t) => {
  const spoilt = `${pod}
    label var_lib_t:s0 "$token" "$config" "$cache"
    container ${uid} spc_t:s0 ${mounts}
    container ${uid} container_t:s0:c1,c2 "$secret:run/secrets/password" "$config/..data/Corefile:etc/coredns/Corefile"
    started
    ${check}`
  const all = findings(spoilt)
  for (const rule of volumeRules)
    t.deepEqual(
      of(all, rule).map(({outcome}) => outcome),
      ['pass'],
      rule,
    )
})

test('files without a label are a gap, not an answer', (t) => {
  const all = findings(`${pod}
    setfattr -h -x security.selinux "$secret"
    setfattr -x security.selinux /var/lib/kubelet
    ${confined}${check}`)
  const volume = of(all, 'secret-volume-mislabelled')
  t.deepEqual(
    volume.map(({outcome, item}) => [outcome, item]),
    [['unknown', `${uid}/password`]],
  )
  t.regex(volume[0]?.reason ?? '', /carries no SELinux label$/)
  t.is(of(all, 'kubelet-directory-mislabelled')[0]?.outcome, 'unknown')
})

test('the directory of the kubelet, by the labels and the policy of the host', (t) => {
  const all = findings(`label default_t:s0 /var/lib/kubelet
    label container_file_t:s0 /var/lib/kubelet/pods
    ${check}`)
  t.like(of(all, 'kubelet-directory-mislabelled')[0], {
    outcome: 'fail',
    severity: 'error',
    message: '/var/lib/kubelet is default_t, the policy makes it container_var_lib_t',
  })
  t.is(of(all, 'pods-directory-label-outdated')[0]?.outcome, 'fail')
})

test('a recording of the node is judged like the node', (t) => {
  const output = onLabelledNode(`${pod}
    label var_lib_t:s0 "$config/..data"
    label container_file_t:s0:c7 "$token"
    ${confined}
    "$program" snapshot -o "$work/node.json" >&2
    "$program" check --phase joined --only selinux -o json="$work/live.json" || [ $? -le 3 ]
    "$program" check --from "$work/node.json" --phase joined --only selinux -o json="$work/recorded.json" || [ $? -le 3 ]
    cat "$work/live.json"; echo; echo ----; cat "$work/recorded.json"`)
  const [live, recorded] = output.split('----').map((text) => {
    const report = JSON.parse(text.slice(text.indexOf('{'))) as {findings: readonly Finding[]}
    return report.findings.map(({rule, outcome, item, message}) => [rule, outcome, item, message])
  })
  t.true((live?.length ?? 0) > 10)
  t.deepEqual(recorded, live)
})

test('a thousand volumes of 250 pods take one program', (t) => {
  const spoilt = '00000000-0000-0000-0000-000000000123'
  const run = `"$program" check --phase joined --only ${volumeRules.join(',')} -o json`
  const output = onLabelledNode(`
    for index in $(seq -w 1 250); do
      uid=00000000-0000-0000-0000-000000000$index
      pod=/var/lib/kubelet/pods/$uid/volumes
      for volume in kubernetes.io~projected/token kubernetes.io~secret/password; do
        mkdir -p "$pod/$volume"
        mount -t tmpfs -o size=64k tmpfs "$pod/$volume"
        fill "$pod/$volume" key
      done
      mkdir -p "$pod/kubernetes.io~empty-dir/cache"
      fill "$pod/kubernetes.io~configmap/settings" key
      container "$uid" container_t:s0:c1,c2 "$pod/kubernetes.io~projected/token:a" "$pod/kubernetes.io~secret/password:b" \\
        "$pod/kubernetes.io~configmap/settings:c" "$pod/kubernetes.io~empty-dir/cache:d"
    done
    started
    find /var/lib/kubelet/pods -mindepth 4 -exec setfattr -h -n security.selinux -v system_u:object_r:container_file_t:s0 {} +
    label tmpfs_t:s0 /var/lib/kubelet/pods/${spoilt}/volumes/kubernetes.io~secret/password
    strace -f -qq -e trace=execve -o "$work/trace" ${run} >"$work/report" || [ $? -le 3 ]
    awk '/ = 0$/ {print $1}' "$work/trace" | sort -u | wc -l
    for attempt in 1 2 3 4 5; do
      chrt --rr 20 ${run} >"$work/report" || [ $? -le 3 ]
      sed -n 's/.*"durationMs": *\\([0-9]*\\).*/\\1/p' "$work/report"
    done
    echo ----
    cat "$work/report"`)
  const [numbers = '', report = ''] = output.split('----')
  const [programs = 0, ...durationsMs] = numbers.trim().split('\n').map(Number)
  const all = (JSON.parse(report) as {findings: readonly Finding[]}).findings
  t.deepEqual(
    failing(all).map(({item}) => item),
    [`${spoilt}/password`],
  )
  t.is(programs, 2, 'processes: the executable itself and one stat')
  t.log(`the check took ${durationsMs.join(', ')} ms`)
})
