#!/usr/bin/env bash
# Runs the end-to-end tests against real components, which come from Debian's packages and need root.
set -euo pipefail
cd "$(dirname "$0")/.."

cleanup() {
  [ -z "${installing:-}" ] || rm -f /usr/sbin/policy-rc.d
  [ -z "${open:-}" ] || { cd / && umount -l "$open/checkout" && rm -r "$open"; }
}
trap cleanup EXIT

packages=(
  ansible-core attr bridge-utils busybox chromium cloud-init clustershell conntrack containerd
  containernetworking-plugins curl debootstrap docker.io e2fsprogs fish groff-base iproute2 iptables libxml2-utils
  man-db mandoc mksh openssh-client openssh-server openssl packer procps prometheus pssh python3 python3-venv
  selinux-utils shellcheck socat sosreport strace sudo systemd util-linux zsh
)

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The end-to-end tests drive dockerd, containerd, sshd and network namespaces: they need root on Debian." >&2
  echo "NOT RUN here. In CI this is a failure." >&2
  [ "${CI:-}" != true ] || exit 1
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  echo "installing: ${missing[*]}" >&2
  if [ ! -d /run/systemd/system ] && [ ! -e /usr/sbin/policy-rc.d ]; then
    # Without an init system a package's service could only be left running by hand.
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    installing=yes
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# What judges formats that no Debian package does, from PyPI.
judges=(check-jsonschema==0.39.0 kubernetes-validate==1.37.0 pykickstart==3.78)
cache=node_modules/.cache/judges
if [ "$(cat "$cache/contents" 2>/dev/null)" != "${judges[*]}" ]; then
  /usr/bin/python3 -m venv --clear "$cache"
  "$cache/bin/pip" install --quiet --disable-pip-version-check "${judges[@]}"
  echo "${judges[*]}" >"$cache/contents"
fi

# Ordinary users run the executable too, which they could not in a checkout that lies in root's home.
if ! setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$PWD/package.json"; then
  open=$(mktemp -d)
  chmod 755 "$open"
  mkdir "$open/checkout"
  mount --bind . "$open/checkout"
  cd "$open/checkout"
fi

npm run --silent build
npx ava --config ava.e2e.config.js "$@"
