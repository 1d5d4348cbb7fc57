import { isIP, type BlockList } from 'node:net'
import { blockListOf } from '#features/integrations/settings.ts'

/** Special-purpose addresses that are not globally reachable, or lead elsewhere (IANA registries, RFC 6890). */
const NOT_PUBLIC = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '2620:4f:8000::/48',
])
const GLOBAL_IPV6 = blockListOf(['2000::/3'])
/** Metadata services of cloud providers, which hand out credentials: never allowed. */
const NEVER = blockListOf(['169.254.0.0/16', 'fd00:ec2::254/128', '168.63.129.16/32'])
const LOOPBACK = blockListOf(['127.0.0.0/8', '::1/128'])

/** Which addresses webhooks may be delivered to. */
export interface AllowedAddresses {
  /** Networks of the firm. */
  networks: BlockList
  /** Whether plain HTTP and the machine itself are allowed if listed: outside production. */
  local: boolean
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** Whether an address may be dialled. */
export function isAllowed(address: string, { networks, local }: AllowedAddresses): boolean {
  const family = familyOf(address)
  // An IPv4 address within IPv6 would be judged by the rules of the wrong family.
  if (family === null || /^::ffff:/iu.test(address) || NEVER.check(address, family)) return false
  if (LOOPBACK.check(address, family)) return local && networks.check(address, family)
  if (networks.check(address, family)) return true
  if (family === 'ipv6' && !GLOBAL_IPV6.check(address, family)) return false
  return !NOT_PUBLIC.check(address, family)
}

/** The address is not permitted; the message says why. */
export class AddressNotAllowedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AddressNotAllowedError'
  }
}

const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa|onion)\.?$/iu

/**
 * Checks the form of an endpoint's URL. Numbers are refused in every spelling: Node never resolves them, so that they
 * would bypass the check of addresses.
 *
 * @throws AddressNotAllowedError
 */
export function checkUrl(text: string, { local }: Pick<AllowedAddresses, 'local'>): URL {
  if (!URL.canParse(text))
    throw new AddressNotAllowedError('Please enter an address such as https://crm.example/hook')
  const url = new URL(text)
  const { protocol, username, password, hash, hostname } = url
  if (protocol !== 'https:' && !(local && protocol === 'http:'))
    throw new AddressNotAllowedError('Please use an address that begins with https://')
  if (username !== '' || password !== '')
    throw new AddressNotAllowedError('Please remove the name and password from the address')
  if (hash !== '') throw new AddressNotAllowedError('Please remove the part after #')
  if (isIP(hostname.replaceAll(/^\[|\]$/gu, '')) !== 0)
    throw new AddressNotAllowedError('Please use a name, not an IP address')
  if (local && hostname === 'localhost') return url
  if (!hostname.includes('.') || PRIVATE_NAME.test(hostname))
    throw new AddressNotAllowedError('Please use a public host name')
  return url
}
