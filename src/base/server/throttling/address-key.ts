import { isIPv4, isIPv6 } from 'node:net'

declare const counted: unique symbol
/** A rate limit key of an address: created only by {@link addressKey}, so that no limit uses full IPv6 addresses. */
export type AddressKey = string & { readonly [counted]: true }

const MAPPED_IPV4 = /^::ffff:([\d.]+)$/iu
const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** The eight groups of an IPv6 address, with omitted zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::')
  const left = before.split(':').filter((group) => group !== '')
  const right = (after ?? '').split(':').filter((group) => group !== '')
  return [...left, ...Array<string>(GROUPS - left.length - right.length).fill('0'), ...right]
}

/** The rate limit key of an address: IPv4 as it is; IPv6 by its /64 network, since a user has a whole network. */
export function addressKey(address: string | null): AddressKey {
  return networkOf(address) as AddressKey
}

function networkOf(address: string | null): string {
  if (address === null) return 'unknown'
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  const [canonical = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('%')
  return `${groupsOf(canonical).slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}
