import type { FastifyReply, FastifyRequest } from 'fastify'
import type { auditLogEndpoints } from '#domain/api/audit-log.ts'
import type { ParsedInput } from '#domain/api/contract.ts'
import { dayOf } from '#domain/time/dates.ts'
import type { Context } from '#server/context.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Handlers } from '#server/http/route.ts'
import { chainState } from './chain-state.ts'
import { exportEvents } from './export-events.ts'
import { listEvents, readPosition, writePosition, type LoggedEvent } from './list-events.ts'
import { presentForSecurity, presentForSystem } from './present.ts'
import { countEvents } from './tallies.ts'

/** The audit log, in two views (decisions, "Audit"). */
export const auditLogHandlers: Handlers<keyof typeof auditLogEndpoints> = {
  'GET /api/system-admin/audit-logs': async (call) => (await pageOf(call)).map(presentForSystem),

  'GET /api/system-admin/audit-logs/export': async ({ context, query, actor, origin, now, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-log-${dayOf(now)}.csv"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(await exportEvents(context, query, { actor, origin, now })),

  'GET /api/system-admin/audit-log-state': ({ context }) => chainState(context),

  'GET /api/admin/security/audit-logs': async (call) => (await pageOf(call)).map(presentForSecurity),
}

interface PageCall {
  context: Context
  query: ParsedInput<'GET /api/system-admin/audit-logs'>['query']
  request: FastifyRequest
  reply: FastifyReply
}

/** A page of the log. How many rows there are in all is said where nothing narrows it: that alone is counted. */
async function pageOf({ context, query, request, reply }: PageCall): Promise<LoggedEvent[]> {
  const { limit, cursor, ...filter } = query
  const after = cursor === undefined ? null : readPosition(cursor)
  const { rows, next } = await listEvents(context, filter, { limit, after })
  if (Object.keys(filter).length === 0) reply.header('x-total-count', await countEvents(context, 'events'))
  if (next !== null) linkNextPage(request, reply, writePosition(next))
  return rows
}
