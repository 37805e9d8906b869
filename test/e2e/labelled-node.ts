import {spawnSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

/**
 * A node with SELinux labels, in a mount namespace of its own. Real are: security.selinux attributes on tmpfs (secret and
 * projected volumes, with `..data` links) and on ext4 (the kubelet's directory), the mounts, mount namespaces, roots and
 * control groups of containers. Made up, because this kernel runs no SELinux: /sys/fs/selinux/enforce is a file on a tmpfs,
 * and the labels of processes are files mounted over /proc/<pid>/attr/current.
 */
const setUp = `
work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
mount --make-private "$work"
pids=
groups=
cleanup() {
  [ -z "$pids" ] || kill $pids
  wait
  [ -z "$groups" ] || rmdir -p --ignore-fail-on-non-empty $groups 2>/dev/null || true
}
trap cleanup EXIT
for tree in etc var/lib; do
  mkdir -p "$work/$tree/upper" "$work/$tree/work"
  mount -t overlay overlay -o "lowerdir=/$tree,upperdir=$work/$tree/upper,workdir=$work/$tree/work" "/$tree"
done

mkdir "$work/sys-fs"
mount --rbind /sys/fs "$work/sys-fs"
mount -t tmpfs tmpfs /sys/fs
mkdir /sys/fs/selinux /sys/fs/cgroup
mount --rbind "$work/sys-fs/cgroup" /sys/fs/cgroup
cgroups=/sys/fs/cgroup
[ ! -d /sys/fs/cgroup/systemd ] || cgroups=/sys/fs/cgroup/systemd
printf 1 >/sys/fs/selinux/enforce
mkdir -p /etc/selinux/targeted/contexts/files
printf 'SELINUX=enforcing\\nSELINUXTYPE=targeted\\n' >/etc/selinux/config
cat >/etc/selinux/targeted/contexts/files/file_contexts <<'END'
/.*	system_u:object_r:default_t:s0
/var/lib(/.*)?	system_u:object_r:var_lib_t:s0
/var/lib/kubelet(/.*)?	system_u:object_r:container_var_lib_t:s0
END

mkdir -p /var/lib/kubelet
truncate -s 256M "$work/disk"
mkfs.ext4 -q -N 20000 "$work/disk"
mount -o loop "$work/disk" /var/lib/kubelet
mkdir /var/lib/kubelet/pods

# label TYPE[:LEVEL] PATH...: the attribute of files and links themselves
label() {
  context=$1
  shift
  setfattr -h -n security.selinux -v "system_u:object_r:$context" "$@"
}
# fill DIRECTORY KEY: writes a volume as the kubelet's atomic writer does
fill() {
  dated=..2026_08_01_10_00_00.123456789
  mkdir -p "$1/$dated"
  echo secret >"$1/$dated/$2"
  ln -s "$dated" "$1/..data"
  ln -s "..data/$2" "$1/$2"
}
# container UID LABEL SOURCE:TARGET...: a process of the pod with its own root and mounts
container() {
  uid=$1 process=$2 number=$((\${number:-0} + 1))
  shift 2
  root="$work/root$number"
  mkdir -p "$root/usr" "$root/proc"
  ln -s usr/bin usr/lib usr/lib64 "$root"
  for mount in "$@"; do
    target="$root/\${mount##*:}"
    if [ -d "\${mount%%:*}" ]; then mkdir -p "$target"; else mkdir -p "\${target%/*}" && : >"$target"; fi
  done
  unshare -m sh -c '
    root=$1
    shift
    mount --bind /usr "$root/usr"
    for mount in "$@"; do mount --bind "\${mount%%:*}" "$root/\${mount##*:}"; done
    exec chroot "$root" /usr/bin/sleep 600
  ' sh "$root" "$@" &
  pid=$!
  pids="$pids $pid"
  group="$cgroups/kubepods/besteffort/pod$uid/$number"
  mkdir -p "$group"
  groups="$group $groups"
  echo "$pid" >"$group/cgroup.procs"
  printf %s "system_u:system_r:$process" >"$work/label$number"
  mount --bind "$work/label$number" "/proc/$pid/attr/current"
}
# started: waits until every container has its root
started() {
  for pid in $pids; do
    tries=0
    until [ "$(cat "/proc/$pid/comm")" = sleep ]; do
      tries=$((tries + 1))
      [ "$tries" -lt 200 ] || { echo "container $pid did not start" >&2; exit 1; }
      sleep 0.02
    done
  done
}
label container_var_lib_t:s0 /var/lib/kubelet /var/lib/kubelet/pods
`

/** The executable under test. */
export const program = fileURLToPath(new URL('../../dist/node-preflight', import.meta.url))

/** Runs a shell script on such a node and gives its standard output; a script that fails throws what it complained about. */
export function onLabelledNode(script: string): string {
  if (!existsSync(program)) throw new Error('dist/node-preflight is missing: run npm run build')
  const {status, stdout, stderr} = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', 'bash', '-euc', `${setUp}\n${script}`],
    {
      encoding: 'utf8',
      env: {...process.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', program},
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (status !== 0) throw new Error(`the node could not be set up (status ${status}): ${stderr}`)
  return stdout
}
