import { and, asc, eq, gt, min, ne } from 'drizzle-orm'
import { TEST_EVENT } from '#features/applications/rules/events.ts'
import type { EventForProgram } from '#features/integrations/rules/public-api/contract.ts'
import { messageIdOf } from '#features/integrations/server/webhooks/send.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { PublicCall } from './call.ts'
import { isVisibleTo } from './visible-to.ts'

/**
 * Events after a position, oldest first. Positions become visible in order, so that a reader that pages skips none.
 * Programs limited to a manager’s clients read events of these clients’ applications only.
 *
 * @throws DomainError gone (410) where events after the position were deleted
 */
export async function eventsForProgram(
  { context, machine }: PublicCall,
  { after, limit }: { after: number; limit: number },
): Promise<EventForProgram[]> {
  const { db } = context.database
  const { id, position, body, applicationId, type } = integrationEvents
  await requireStored(db, after)
  const rows = await db
    .select({ id, position, body })
    .from(integrationEvents)
    .leftJoin(applications, eq(applications.id, applicationId))
    .where(and(gt(position, after), ne(type, TEST_EVENT), isVisibleTo(machine)))
    .orderBy(asc(position))
    .limit(limit)
  return rows.map((row) => ({
    id: messageIdOf(row.id),
    // Published events have one.
    position: row.position ?? 0,
    ...(JSON.parse(row.body) as Pick<EventForProgram, 'type' | 'timestamp' | 'data'>),
  }))
}

/** A reader that has not come as far as the oldest stored event has missed some, unless it begins. */
async function requireStored(db: Queries, after: number): Promise<void> {
  if (after === 0) return
  const [oldest] = await db.select({ position: min(integrationEvents.position) }).from(integrationEvents)
  if ((oldest?.position ?? 0) <= after) return
  throw new DomainError(
    'gone',
    'Events after this position were deleted: they are stored for 30 days. Please read all applications again, then all events with after=0.',
    { code: 'events-deleted' },
  )
}
