import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { hashApiToken, newApiToken } from '#features/integrations/server/tokens/token.ts'
import type { Context } from '#base/server/context.ts'
import { newId } from '#base/server/db/id.ts'
import { apiTokens } from '#features/integrations/schema.ts'

/** Inserts a token for all clients with all scopes, valid for 90 days. */
export async function makeApiToken(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  facts: Partial<typeof apiTokens.$inferSelect> = {},
): Promise<{ id: string; token: string }> {
  const [id, token, at] = [newId(), newApiToken(), now()]
  await db.insert(apiTokens).values({
    id,
    name: 'CRM',
    tokenHash: hashApiToken(token),
    scopes: ['applications.list', 'application.review', 'document.read', 'events.read'],
    clients: 'all',
    networks: [],
    createdAt: at,
    expiresAt: new Date(at.getTime() + 90 * DAY_MS),
    ...facts,
  })
  return { id, token }
}
