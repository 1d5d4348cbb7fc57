import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The client's address; null where it is unknown. PostgreSQL's `inet` has no zones, as in `fe80::1%eth0`. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%', 1)
  return isIP(address) === 0 ? null : address
}
