import { desc, eq } from 'drizzle-orm'
import type { ApiToken } from '#features/integrations/api/api-tokens.ts'
import type { Queries } from '#base/server/db/database.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { notFound } from '#base/server/domain-error.ts'

function select(db: Queries) {
  return db
    .select({
      token: apiTokens,
      makerName: nameOfUser(apiTokens.createdBy),
      makerLeftAt: users.deactivatedAt,
      managerName: nameOfUser(apiTokens.managerId),
    })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
}

function present({
  token,
  makerName,
  makerLeftAt,
  managerName,
}: Awaited<ReturnType<typeof select>>[number]): ApiToken {
  const { id, name, scopes, networks, lastUsedIp } = token
  return {
    id,
    name,
    scopes,
    networks,
    lastUsedIp,
    manager:
      token.clients === 'all'
        ? null
        : { id: token.managerId, name: managerName ?? 'An account that was deleted' },
    createdAt: token.createdAt.toISOString(),
    createdBy: makerName === null ? null : { name: makerName, left: makerLeftAt !== null },
    expiresAt: token.expiresAt.toISOString(),
    revokedAt: token.revokedAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  }
}

/** How many tokens are listed: the latest, with those that have ended. */
const MAX_LISTED = 200

/** All tokens, latest first. */
export async function listTokens(db: Queries): Promise<ApiToken[]> {
  const found = await select(db).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)).limit(MAX_LISTED)
  return found.map(present)
}

/**
 * One token.
 *
 * @throws DomainError not-found
 */
export async function tokenById(db: Queries, id: string): Promise<ApiToken> {
  const [found] = await select(db).where(eq(apiTokens.id, id))
  if (found === undefined) throw notFound()
  return present(found)
}
