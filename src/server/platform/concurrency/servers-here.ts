import cluster from 'node:cluster'

/**
 * How many servers share this machine, its port and what it may have of the database (docs/decisions/0089): what bounds one
 * of them is a part of what bounds all. The parent of several says so in their environment.
 */
export const SERVERS_HERE = cluster.isWorker ? Number(process.env['WORKERS'] ?? 1) : 1

/** The part of one server in what all of this machine may have together. */
export function partOf(
  together: number,
  { atLeast, servers = SERVERS_HERE }: { atLeast: number; servers?: number },
): number {
  return Math.max(atLeast, Math.ceil(together / servers))
}
