import {type Cidr, contains, overlaps, parseCidr} from './cidr.ts'

/**
 * What a block of addresses is set aside for: `private` for RFC 1918 and unique local addresses, `shared` for RFC 6598
 * (carrier-grade NAT), `special` where pods and services cannot live, `documentation`, else `public`.
 */
export type AddressSpace = 'special' | 'documentation' | 'shared' | 'private' | 'public'

/** The space a block lies in and what people call it: private only where it is wholly so, the others where it touches them. */
export function addressSpace(block: Cidr): {readonly space: AddressSpace; readonly label: string} {
  const known = spaces.find(({cidr, space}) => (space === 'private' ? contains(cidr, block) : overlaps(cidr, block)))
  return known ? {space: known.space, label: known.label} : {space: 'public', label: 'public address space'}
}

/** The IANA special-purpose address registries (RFC 6890), those that matter for clusters. */
const spaces = (
  [
    ['0.0.0.0/8', 'special', '0.0.0.0/8, addresses of "this network"'],
    ['127.0.0.0/8', 'special', '127.0.0.0/8, loopback'],
    ['169.254.0.0/16', 'special', '169.254.0.0/16, link-local and cloud metadata'],
    ['224.0.0.0/4', 'special', '224.0.0.0/4, multicast'],
    ['240.0.0.0/4', 'special', '240.0.0.0/4, reserved'],
    ['::/127', 'special', '::1, loopback'],
    ['fe80::/10', 'special', 'fe80::/10, link-local'],
    ['ff00::/8', 'special', 'ff00::/8, multicast'],
    ['192.0.2.0/24', 'documentation', '192.0.2.0/24, documentation'],
    ['198.51.100.0/24', 'documentation', '198.51.100.0/24, documentation'],
    ['203.0.113.0/24', 'documentation', '203.0.113.0/24, documentation'],
    ['198.18.0.0/15', 'documentation', '198.18.0.0/15, benchmarks'],
    ['2001:db8::/32', 'documentation', '2001:db8::/32, documentation'],
    ['3fff::/20', 'documentation', '3fff::/20, documentation'],
    ['100.64.0.0/10', 'shared', '100.64.0.0/10, carrier-grade NAT'],
    ['10.0.0.0/8', 'private', '10.0.0.0/8, private'],
    ['172.16.0.0/12', 'private', '172.16.0.0/12, private'],
    ['192.168.0.0/16', 'private', '192.168.0.0/16, private'],
    ['fc00::/7', 'private', 'fc00::/7, unique local'],
  ] as const
).flatMap(([text, space, label]) => {
  const parsed = parseCidr(text)
  return parsed.ok ? [{cidr: parsed.value, space, label}] : []
})
