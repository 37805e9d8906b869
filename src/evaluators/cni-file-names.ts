/** Configurations that packages bring as examples: they connect pods of one node only, or none at all. */
const samples: readonly RegExp[] = [
  /^\d+-containerd-net\.conf/,
  /^\d+-crio-(?:ipv\d-)?bridge\.conf/,
  /^87-podman.*\.conf/,
  /^(?:99|200)-loopback\.conf/,
  /^nerdctl-.*\.conf/,
]

/** Words by which people and package tools mark a copy. */
const copy =
  /(?:^|[-_. ])(?:old|bak|backup|orig|original|saved?|disabled|dpkg-(?:old|dist|new)|rpm(?:save|new|orig))(?=[-_. ]|$)|copy/i

/** Whether a file is known for a sample by its name, whatever was appended to switch it off. */
export function isSampleName(name: string): boolean {
  return samples.some((pattern) => pattern.test(name))
}

/** Whether the name of a file marks it as a copy of another one. */
export function isCopyName(name: string): boolean {
  return copy.test(name.replace(/\.(?:conf|conflist|json)$/, ''))
}
