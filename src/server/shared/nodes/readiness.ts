import type { Context } from '#server/shared/context.ts'
import { SCHEMA } from '#server/platform/db/migrations.ts'
import { probe } from './probe.ts'

/**
 * For so long a database that does not answer takes no server out of service: it may be busy for a moment. After that the
 * way of this server to it may be broken while those of others are whole, which nobody but the load balancer can try.
 */
const DATABASE_GRACE_MS = 3000

/**
 * Why this server should get no requests; empty where it should. Only what is its own counts: where a part that all
 * servers share is away, another server is of no more use (docs/decisions/0043).
 */
export async function reasonsNotReady(
  context: Pick<Context, 'database' | 'node' | 'store' | 'log' | 'keyring'>,
): Promise<string[]> {
  const { status: told, diskWorks } = await probe(context)
  const { node, keyring } = context
  const reasons: Record<string, boolean> = {
    stopping: node.phase === 'leaving' || node.phase === 'closing',
    database: performance.now() - node.heardAt > DATABASE_GRACE_MS,
    encryptionKeys: (told?.keysInUse ?? []).some((id) => keyring.find(id) === undefined),
    schema: (told?.contractedAt ?? 0) > SCHEMA,
    disk: !diskWorks,
  }
  return Object.keys(reasons).filter((name) => reasons[name])
}
