import { isIP, type BlockList } from 'node:net'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import type { Machine } from '#features/integrations/rules/scopes.ts'
import type { Acting, MachineDoer } from '#features/access/server/actor.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { blockListOf } from '#features/integrations/settings.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { hashApiToken, isApiToken } from './token.ts'

type TokenRow = typeof apiTokens.$inferSelect
type Needed = Pick<Context, 'database'>
type Reason = AuditDetails['api-token.refused']['reason']

const HOUR_MS = 3_600_000
const USE_NOTED_MS = 60_000

/** A program that presented a valid token. */
export interface AuthenticatedMachine {
  machine: Machine
  token: Pick<TokenRow, 'name' | 'expiresAt'>
}

/** Every reason gets the same words: they must not tell a stolen token from a wrong one. */
function invalidToken(): DomainError {
  return new DomainError('signed-out', 'This token is not valid here.', { code: 'signed-out' })
}

/** A program as the audit log names it. */
export function doerOf({ tokenId }: Pick<Machine, 'tokenId'>): MachineDoer {
  return { userId: tokenId, role: 'machine' }
}

/**
 * The program of a token, looked up at each request, so that a revoked one ends at once.
 *
 * @throws DomainError signed-out (401), in the same words for an unknown, expired or revoked token and a wrong network;
 * the audit log says which
 */
export async function authenticate(
  context: Needed,
  presented: string | null,
  { ip, now }: { ip: string | null; now: Date },
): Promise<AuthenticatedMachine> {
  if (presented === null || !isApiToken(presented)) throw invalidToken()
  const [row] = await context.database.db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.tokenHash, hashApiToken(presented)))
  if (row === undefined) throw invalidToken()
  const { id: tokenId, scopes, clients, managerId, name, expiresAt } = row
  const acting = { actor: doerOf({ tokenId }), origin: { ip, userAgent: null }, now }
  const reason = rejectionOf(row, ip, now)
  if (reason !== null) {
    await recordRejection(context, acting, reason)
    throw invalidToken()
  }
  await noteUse(context, acting, row)
  return {
    machine: { tokenId, scopes, clients: clients === 'all' ? 'all' : { managerId } },
    token: { name, expiresAt },
  }
}

function rejectionOf(
  { revokedAt, expiresAt, networks }: TokenRow,
  ip: string | null,
  now: Date,
): Reason | null {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  if (networks.length > 0 && (ip === null || !isIn(blockListOf(networks), ip))) return 'network'
  return null
}

function isIn(list: BlockList, ip: string): boolean {
  return list.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6')
}

/** Records a refusal, once an hour for each token and reason. */
export async function recordRejection(
  { database: { db } }: Needed,
  acting: Acting<MachineDoer>,
  reason: Reason,
): Promise<void> {
  const { userId: tokenId } = acting.actor
  const recently = await db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.objectId, tokenId),
        eq(auditEvents.action, 'api-token.refused'),
        gt(auditEvents.at, new Date(acting.now.getTime() - HOUR_MS)),
      ),
    )
  const reasons = recently.map(({ details }) => (details as { reason?: unknown }).reason)
  if (reasons.includes(reason)) return
  await recordFailure({ ...acting, tx: db }, 'api-token.refused', tokenId, { reason })
}

/** Notes the last use once a minute, and records the first. */
async function noteUse(
  { database: { db } }: Needed,
  acting: Acting<MachineDoer>,
  row: TokenRow,
): Promise<void> {
  const { id, lastUsedAt } = row
  const { now, origin } = acting
  const before = new Date(now.getTime() - USE_NOTED_MS)
  if (lastUsedAt !== null && lastUsedAt >= before) return
  await db.transaction(async (tx) => {
    const isStale = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))
    const noted = await tx
      .update(apiTokens)
      .set({ lastUsedAt: now, lastUsedIp: origin.ip })
      .where(and(eq(apiTokens.id, id), isStale))
      .returning({ id: apiTokens.id })
    if (noted.length > 0 && lastUsedAt === null)
      await record({ ...acting, tx }, 'api-token.first-used', id, {})
  })
}
