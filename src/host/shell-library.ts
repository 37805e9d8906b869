/**
 * What the other side's shell is taught once. POSIX sh with stat, head, env, realpath and timeout of coreutils or busybox,
 * one process for many paths. Every record begins with a mark nobody there can know, so names and contents need no quoting.
 * Contents are told apart without a process or a file of their own: between two files `head` reads its own environment,
 * which is nothing but the mark. No here-documents, which mksh and older bash keep in files.
 */
export function shellLibrary(mark: string): string {
  return `M=${mark}
if [ -n "$KSH_VERSION" ];then o(){ print -rn -- "$1";};w(){ cd -P "$1" 2>/dev/null&&r=$(pwd -P;o .)&&r=\${r%?.};}
else o(){ printf %s "$1";};w(){ cd -P "$1" 2>/dev/null&&r=$PWD;};fi
T=;timeout -s KILL 5 true >/dev/null 2>&1&&T='timeout -s KILL'
t(){ if [ -n "$T" ];then $T "$@";else shift;"$@";fi;}
F='%f %u %g %s %Y';case $(stat -c %.3Y / 2>/dev/null) in [0-9]*.[0-9]*)F='%f %u %g %s %.3Y';;esac
E=/proc/self/environ;H=$(command -v head)
case $(env -i "$M=" "$H" -q -c 64 $E 2>/dev/null|tr -d '\\000') in "$M=");;*)E=;;esac
C=1;realpath / >/dev/null 2>&1||C=
${status}
${read}
${list}
${run}
`
}

/**
 * `s`: stat of many paths, then how it ended and what it complained of; where it hangs, as on a dead network file system, the
 * shell must not touch the paths itself. `S`: the same with where each path ends: `cd -P` tells it of directories and of what
 * lies in one, realpath of all other links at once. `L`: labels.
 */
const status = `s(){ if command -v stat >/dev/null;then
{ e=$(t 10 env QUOTING_STYLE=literal stat "$@" 2>&1 >&3 3>&-);c=$?;} 3>&1;else c=127;e='stat is not installed';fi;o "\${M}e$c $e";}
S(){ f=$1;shift;n='%n';[ -n "$f" ]||n="%n\${M}n%N"
s $f -c "\${M}s$F $n" "$@";[ $c != 137 ]||return 0;l=;i=0
for a do i=$((i+1));r='?'
if [ -d "$a" ]&&w "$a";then :
elif [ -L "$a" ];then r=@;l="$l \\"\\\${$i}\\" /proc/self"
elif [ -e "$a" ]&&w "\${a%/*}/";then r=\${r%/}/\${a##*/};fi
[ "$r" != "$a" ]||r=;o "\${M}p$r";done;cd /
o "\${M}l";[ -z "$l" ]||[ -z "$C" ]||eval "t 10 realpath $l" 2>/dev/null;}
L(){ f=$1;shift;case $F in *.3Y)s $f -c "\${M}s%C %n" "$@";;*)o "\${M}e127 stat does not tell it";;esac;}`

/** `R`: the first bytes of many files. Only regular files are opened, and none whose path without links names a secret. */
const read = `R(){ n=$1;shift;s -L -c "\${M}s$F %n" "$@";[ $c != 137 ]||return 0;q=;i=0
for a do i=$((i+1));if [ ! -f "$a" ];then o "\${M}k-$a";continue;fi
if [ -L "$a" ];then r=$(readlink -f "$a");else r=;w "\${a%/*}/";r=\${r%/}/\${a##*/};fi
case $r in /etc/shadow|/etc/gshadow|/etc/shadow-|/etc/gshadow-|/etc/ssh/ssh_host_*_key|*/pki/*.key|*/.ssh/identity)o "\${M}ks$a";continue;;
*/.ssh/id_*.*);;*/.ssh/id_*)o "\${M}ks$a";continue;;esac
if [ -r "$a" ];then o "\${M}kr$a";q="$q \\"\\\${$i}\\" $E";else o "\${M}kd$a";fi;done;cd /
[ -z "$q" ]||{ if [ -n "$E" ];then { e=$(eval "t 20 env -i $M= \\"$H\\" -q -c $n $E $q" 2>&1 >&3 3>&-);c=$?;} 3>&1
else eval "r $q";fi;o "\${M}e$c $e";};}
r(){ w=;for a do o "$M=.";{ e=$(t 5 dd if="$a" bs=65536 count=$(((n+65535)/65536)) 2>&1 >&3 3>&-)||w="$w$e
";} 3>&1;done;o "$M=.";c=0;e=$w;}`

/** `D`: the names in directories. An empty answer is believed only when ls can read the directory too. */
const list = `D(){ s -L -c "\${M}s$F %n" "$@";[ $c != 137 ]||return 0
for d do if [ ! -d "$d" ];then o "\${M}k-";elif [ ! -r "$d" ];then o "\${M}kd";else o "\${M}kr";i=0
u "$d/*" "$d"/*;u "$d/.[!.]*" "$d"/.[!.]*;u "$d/..?*" "$d"/..?*
[ $i -gt 0 ]||e=$(t 5 ls -A "$d" 2>&1 >/dev/null)||o "\${M}x$e";fi;done;}
u(){ w=$1;shift;[ "$1" != "$w" ]||[ -e "$1" ]||[ -L "$1" ]||shift
[ $# -eq 0 ]||{ i=1;IFS=/;o "/$*";unset IFS;};}`

/**
 * `x`: one stage of a pipeline of commands, which all start at once: each keeps its answer until those before it are out.
 * An answer is the standard output, the standard error and the exit code, each bounded.
 */
const run = `x(){ a=$(y "$@" </dev/null 2>/dev/null);cat;o "\${M}k$a";}
y(){ i=$1;b=$2;shift 2;f=a
case $1 in */*)[ ! -e "$1" ]||f=d;[ ! -f "$1" ]||[ ! -x "$1" ]||f=r;;
*)IFS=:;for d in $PATH;do [ ! -e "$d/$1" ]||{ [ $f = r ]||f=d;[ ! -x "$d/$1" ]||f=r;};done;unset IFS;;esac
o $f;[ $f != r ]||{ e=$({ { t "$i" "$@" 2>&4 3>&- 4>&-;o "$M:$?" >&4;}|head -c "$b" >&3;} 4>&1|head -c "$b");o "$M:$e";} 3>&1;}`
