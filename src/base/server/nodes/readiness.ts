import type { Context } from '#base/server/context.ts'
import { SCHEMA } from '#base/server/db/migrations.ts'
import { probe } from './probe.ts'

/**
 * How long an unreachable database leaves a server in service: it may be a short outage. Afterwards only this server's
 * connection may be broken, so the load balancer should try others.
 */
const DATABASE_GRACE_MS = 3000

/**
 * Why this server should get no requests; empty if ready. Only its own problems count: if a shared part fails, no other
 * server helps (docs/decisions/0043).
 */
export async function reasonsNotReady(
  context: Pick<Context, 'database' | 'node' | 'store' | 'log' | 'keyring'>,
): Promise<string[]> {
  const { status, diskWorks } = await probe(context)
  const { node, keyring } = context
  const reasons: Record<string, boolean> = {
    stopping: node.phase === 'leaving' || node.phase === 'closing',
    database: performance.now() - node.heardAt > DATABASE_GRACE_MS,
    encryptionKeys: (status?.keysInUse ?? []).some((id) => keyring.find(id) === undefined),
    schema: (status?.contractedAt ?? 0) > SCHEMA,
    disk: !diskWorks,
  }
  return Object.keys(reasons).filter((name) => reasons[name])
}
