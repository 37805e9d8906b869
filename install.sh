#!/bin/sh
# Installs node-preflight. From a checkout it builds the executable first; with --from it takes a ready one and verifies it.
set -eu

usage() {
  cat <<'EOF'
usage: ./install.sh [options]

  --prefix DIR     install DIR/bin/node-preflight (default: /usr/local, or ~/.local without root)
  --from PLACE     a directory or https:// URL that holds the executables and SHA256SUMS; nothing is built
  --version X.Y.Z  with --from: take PLACE/vX.Y.Z
  --uninstall      remove the installed executable
  --run [ARGS...]  when done, run the installed node-preflight with ARGS; must come last
  -h, --help       show this text

Nothing is installed beside the one executable, and sudo is never called.
EOF
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

default_prefix() {
  if [ "$(id -u)" -eq 0 ]; then printf '/usr/local'; else printf '%s/.local' "${HOME:?}"; fi
}

# The name of the build for this machine, as in linux-arm64-musl.
target() {
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "there is no build for the architecture $(uname -m)" ;;
  esac
  libc=
  for loader in /lib/ld-musl-*.so.1; do
    [ -e "$loader" ] && [ ! -e /lib64/ld-linux-x86-64.so.2 ] && [ ! -e /lib/ld-linux-aarch64.so.1 ] && libc=-musl
  done
  # Builds for x64 use AVX2; older processors need the baseline build, which exists for glibc.
  if [ "$arch" = x64 ] && [ -z "$libc" ] && [ -r /proc/cpuinfo ] && ! grep -qw avx2 /proc/cpuinfo; then libc=-baseline; fi
  printf 'linux-%s%s' "$arch" "$libc"
}

fetch() { # PLACE NAME DESTINATION
  case $1 in
    https://* | http://*)
      if command -v curl >/dev/null 2>&1; then
        # No redirect leads from https to http.
        curl -fsSL --proto "=${1%%:*},https" -o "$3" "$1/$2" || fail "could not fetch $1/$2"
      elif command -v wget >/dev/null 2>&1; then
        wget -qO "$3" "$1/$2" || fail "could not fetch $1/$2"
      else
        fail 'fetching a URL needs curl or wget'
      fi
      ;;
    *) cp "$1/$2" "$3" 2>/dev/null || fail "there is no $2 in $1" ;;
  esac
}

verified() { # DIRECTORY NAME: the checksum of NAME is the one SHA256SUMS lists
  wanted=$(awk -v name="$2" '$2 == name || $2 == "*" name {print $1; exit}' "$1/SHA256SUMS")
  [ -n "$wanted" ] || fail "SHA256SUMS does not list $2"
  if command -v sha256sum >/dev/null 2>&1; then
    actual=$(sha256sum "$1/$2" | awk '{print $1}')
  elif command -v shasum >/dev/null 2>&1; then
    actual=$(shasum -a 256 "$1/$2" | awk '{print $1}')
  else
    fail 'verifying the download needs sha256sum or shasum'
  fi
  [ "$wanted" = "$actual" ] || fail "the checksum of $2 is $actual, but SHA256SUMS says $wanted; nothing was installed"
}

build() { # prints nothing; leaves the executable in dist/
  command -v npm >/dev/null 2>&1 || fail 'building needs Node.js 20.19 or newer with npm; or install a ready executable with --from'
  (cd "$root" && { [ -x node_modules/.bin/bun ] || npm ci --no-audit --no-fund >&2; } && npm run --silent build >&2) ||
    fail 'the build failed; its messages are above'
}

place() { # EXECUTABLE: puts it in place in one step; one that is there already stays as it is
  file="$prefix/bin/node-preflight"
  if [ -x "$file" ] && cmp -s "$1" "$file"; then
    printf '%s (%s) is installed already\n' "$file" "$("$file" --version)" >&2
    return
  fi
  mkdir -p "$prefix/bin" || fail "cannot create $prefix/bin; choose another --prefix or run as root"
  staged="$prefix/bin/.node-preflight.$$"
  cp "$1" "$staged" || fail "cannot write to $prefix/bin; choose another --prefix or run as root"
  chmod 0755 "$staged"
  "$staged" --version >/dev/null 2>&1 || fail 'the executable does not run on this machine; nothing was installed'
  mv -f "$staged" "$file"
  printf 'installed %s (%s)\n' "$file" "$("$file" --version)" >&2
}

scratch='' staged=''
clean_up() {
  [ -z "$scratch" ] || rm -rf "$scratch"
  [ -z "$staged" ] || rm -f "$staged"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix='' from='' version='' action=install run=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --from | --version)
      [ -n "${2-}" ] || fail "$1 needs a value" 2
      case $1 in --prefix) prefix=$2 ;; --from) from=$2 ;; --version) version=$2 ;; esac
      shift 2
      ;;
    --uninstall)
      action=uninstall
      shift
      ;;
    --run)
      run=yes
      shift
      break
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      fail "unknown option '$1'" 2
      ;;
  esac
done
[ -n "$prefix" ] || prefix=$(default_prefix)
[ -z "$version" ] || [ -n "$from" ] || fail '--version goes with --from: a checkout installs its own version' 2

if [ "$action" = uninstall ]; then
  if [ -e "$prefix/bin/node-preflight" ]; then
    rm -f "$prefix/bin/node-preflight"
    printf 'removed %s\n' "$prefix/bin/node-preflight" >&2
  else
    printf '%s is not installed\n' "$prefix/bin/node-preflight" >&2
  fi
  exit 0
fi

if [ -n "$from" ]; then
  [ -z "$version" ] || from="$from/v${version#v}"
  scratch=$(mktemp -d)
  name="node-preflight-$(target)"
  fetch "$from" SHA256SUMS "$scratch/SHA256SUMS"
  fetch "$from" "$name" "$scratch/$name"
  verified "$scratch" "$name"
  chmod 0755 "$scratch/$name"
  place "$scratch/$name"
else
  build
  place "$root/dist/node-preflight"
fi

if [ "$run" = yes ]; then
  clean_up
  exec "$prefix/bin/node-preflight" "$@"
fi
