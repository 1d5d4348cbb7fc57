import cluster from 'node:cluster'

/**
 * Number of servers that share this machine, its port and its database connections (docs/decisions/0089): limits are
 * divided by it. Set by the parent process.
 */
export const SERVERS_HERE = cluster.isWorker ? Number(process.env['WORKERS'] ?? 1) : 1

/** One server's part of a machine-wide limit. */
export function partOf(
  together: number,
  { atLeast, servers = SERVERS_HERE }: { atLeast: number; servers?: number },
): number {
  return Math.max(atLeast, Math.ceil(together / servers))
}
