/** A resolv.conf both ways it is read on a node: by the kubelet for its pods, and by glibc for the host's own programs. */
export interface ResolvConf {
  readonly nameservers: readonly Nameserver[]
  /** The last `search` line, trailing dots trimmed: what the kubelet hands to pods. `domain` does not count for it. */
  readonly search: ResolvList
  /** The last `options` line, as the kubelet takes it. */
  readonly options: ResolvList
  /** What glibc searches: the last of all `search` and `domain` lines. */
  readonly hostSearch: ResolvList
  /** The first three nameservers; glibc asks no others. */
  readonly hostNameservers: readonly Nameserver[]
  /** Lines that make the kubelet refuse the whole file: a `nameserver` without an address. */
  readonly brokenLines: readonly number[]
}

/** A nameserver line; the address is as written and may carry a zone. */
export interface Nameserver {
  readonly address: string
  readonly line: number
}

/** The words of a line and where it stands; line 0 when there is no such line. */
export interface ResolvList {
  readonly words: readonly string[]
  readonly line: number
}

/** Reads resolv.conf by the rules of the kubelet's parseResolvConf, with glibc's where the two differ. */
export function parseResolvConf(text: string): ResolvConf {
  const nameservers: Nameserver[] = []
  const brokenLines: number[] = []
  let search = none
  let options = none
  let hostSearch = none
  text.split('\n').forEach((content, index) => {
    const line = index + 1
    const [keyword = '', ...words] = content
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, maxWords)
    if (keyword === 'nameserver') {
      const [address] = words
      if (address === undefined) brokenLines.push(line)
      else nameservers.push({address, line})
    } else if (keyword === 'search') {
      search = {words: words.map((word) => word.replace(/(?<=.)\.$/, '')), line}
      hostSearch = search
    } else if (keyword === 'domain') hostSearch = {words: words.slice(0, 1), line}
    else if (keyword === 'options') options = {words, line}
  })
  return {nameservers, search, options, hostSearch, hostNameservers: nameservers.slice(0, 3), brokenLines}
}

const none: ResolvList = {words: [], line: 0}
const maxWords = 1000
