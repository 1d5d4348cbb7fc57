import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { TEST_EVENT } from '#features/applications/rules/events.ts'
import type { EventForProgram } from '#features/integrations/rules/public-api/contract.ts'
import { messageIdOf } from '#features/integrations/server/webhooks/send.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { PublicCall } from './call.ts'
import { isVisibleTo } from './visible-to.ts'

/**
 * Events after a position, oldest first. Positions become visible in order, so that a reader that pages skips none.
 * Programs limited to a manager’s clients read events of these clients’ applications only.
 */
export async function eventsForProgram(
  { context, machine }: PublicCall,
  { after, limit }: { after: number; limit: number },
): Promise<EventForProgram[]> {
  const { db } = context.database
  const { id, position, body, applicationId, type } = integrationEvents
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
