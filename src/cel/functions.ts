import type {Environment} from '@marcbachmann/cel-js'
import {type Cidr, contains, containsIp, overlaps, parseCidr, usableAddresses} from '../text/cidr.ts'
import {type IpAddress, parseIp} from '../text/ip-address.ts'
import type {Parsed} from '../text/parsed.ts'
import {findAll, findFirst, isMatch} from '../text/regex.ts'
import {compareVersions, parseVersion, type Version} from '../text/version.ts'

/** An address as expressions hold it. */
class Ip {
  readonly value: IpAddress
  constructor(value: IpAddress) {
    this.value = value
  }
}

/** An address block as expressions hold it. */
class Block {
  readonly value: Cidr
  constructor(value: Cidr) {
    this.value = value
  }
}

/** A version as expressions hold it. */
class Semver {
  readonly value: Version
  constructor(value: Version) {
    this.value = value
  }
}

const toIp = (text: string): Ip => new Ip(valid(parseIp(text)))
const toBlock = (text: string): Block => new Block(valid(parseCidr(text)))

function toSemver(text: string): Semver {
  const version = parseVersion(text)
  if (!version) throw new Error(`'${text}' is no version`)
  return new Semver(version)
}

function valid<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.value
}

/**
 * The functions of expressions, under the names and with the meaning that Kubernetes gives them in its own CEL
 * libraries (k8s.io/apiserver/pkg/cel/library: ip, cidr, regex, semver). Versions compare as the components' own, so
 * `semver("v1.27.3+k3s1")` is a version here.
 */
const functions: readonly (readonly [signature: string, run: (...args: never[]) => unknown])[] = [
  ['ip(string): net.IP', toIp],
  ['isIP(string): bool', (text: string) => parseIp(text).ok],
  ['cidr(string): net.CIDR', toBlock],
  ['isCIDR(string): bool', (text: string) => parseCidr(text).ok],
  ['net.IP.family(): int', (ip: Ip) => BigInt(ip.value.family)],
  ['string(net.IP): string', (ip: Ip) => ip.value.address],
  ['string(net.CIDR): string', (block: Block) => block.value.canonical],
  ['net.CIDR.containsIP(net.IP): bool', (block: Block, ip: Ip) => containsIp(block.value, ip.value)],
  ['net.CIDR.containsIP(string): bool', (block: Block, ip: string) => containsIp(block.value, toIp(ip).value)],
  ['net.CIDR.containsCIDR(net.CIDR): bool', (outer: Block, inner: Block) => contains(outer.value, inner.value)],
  ['net.CIDR.containsCIDR(string): bool', (outer: Block, inner: string) => contains(outer.value, toBlock(inner).value)],
  ['net.CIDR.overlaps(net.CIDR): bool', (a: Block, b: Block) => overlaps(a.value, b.value)],
  ['net.CIDR.overlaps(string): bool', (a: Block, b: string) => overlaps(a.value, toBlock(b).value)],
  ['net.CIDR.ip(): net.IP', (block: Block) => toIp(block.value.address)],
  ['net.CIDR.masked(): net.CIDR', (block: Block) => toBlock(block.value.canonical)],
  ['net.CIDR.prefixLength(): int', (block: Block) => BigInt(block.value.prefix)],
  ['net.CIDR.usableAddresses(): int', (block: Block) => capped(usableAddresses(block.value))],
  ['semver(string): Semver', toSemver],
  ['isSemver(string): bool', (text: string) => parseVersion(text) !== undefined],
  ['Semver.major(): int', (version: Semver) => BigInt(version.value.major)],
  ['Semver.minor(): int', (version: Semver) => BigInt(version.value.minor)],
  ['Semver.patch(): int', (version: Semver) => BigInt(version.value.patch)],
  ['Semver.isLessThan(Semver): bool', (a: Semver, b: Semver) => compareVersions(a.value, b.value) < 0],
  ['Semver.isGreaterThan(Semver): bool', (a: Semver, b: Semver) => compareVersions(a.value, b.value) > 0],
  ['Semver.compareTo(Semver): int', (a: Semver, b: Semver) => BigInt(Math.sign(compareVersions(a.value, b.value)))],
  ['string.find(string): string', (text: string, pattern: string) => findFirst(text, pattern)],
  ['string.findAll(string): list<string>', (text: string, pattern: string) => findAll(text, pattern)],
  ['string.matchesLinear(string): bool', (text: string, pattern: string) => isMatch(text, pattern)],
]

/** Adds the types and functions above to an environment. */
export function registerFunctions(environment: Environment): Environment {
  environment.registerType('net.IP', {ctor: Ip, fields: {}})
  environment.registerType('net.CIDR', {ctor: Block, fields: {}})
  environment.registerType('Semver', {ctor: Semver, fields: {}})
  for (const [signature, run] of functions) {
    environment.registerFunction(signature, {handler: run as (...args: unknown[]) => unknown, async: false})
  }
  return environment
}

/** CEL integers have 64 bits; larger counts are as good as the largest. */
const capped = (count: bigint): bigint => (count > 9223372036854775807n ? 9223372036854775807n : count)
