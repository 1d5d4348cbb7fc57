import type { auditLogEndpoints } from '#features/audit/api.ts'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Context } from '#base/server/context.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { answerWithPage } from '#base/server/lists/answer-with-page.ts'
import type { Page } from '#base/server/lists/paginate.ts'
import { chainState } from './chain-state.ts'
import { exportEvents } from './export-events.ts'
import { listEvents, type LogReader } from './list-events.ts'
import { countAboutSelf } from './not-about-self.ts'
import { presentSecurityEntry, presentSystemEntry, type FoundEvent } from './present.ts'
import { countEvents } from './counters.ts'

/** The audit log, in two views (decisions, "Audit"). */
export const auditLogHandlers: Handlers<keyof typeof auditLogEndpoints> = {
  'GET /api/system-admin/audit-logs': async (call) =>
    answerWithPage(await pageOf(presentSystemEntry, call), call),

  'GET /api/system-admin/audit-logs/export': async (call) =>
    call.reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-log-${dayOf(call.now)}.csv"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(await exportEvents(call, call.query)),

  'GET /api/system-admin/audit-log-state': ({ context }) => chainState(context),

  'GET /api/admin/security/audit-logs': async (call) =>
    answerWithPage(await pageOf(presentSecurityEntry, call), call),
}

interface LogCall extends LogReader {
  context: Context
  query: ParsedInput<'GET /api/system-admin/audit-logs'>['query']
}

/** A page of the log, with the total if there is no filter. */
async function pageOf<Row>(
  present: (event: FoundEvent, prefix: string) => Row,
  { context, actor, query }: LogCall,
): Promise<Page<Row>> {
  const page = await listEvents({ context, actor }, present, query)
  const { limit: _, cursor: __, ...filter } = query
  if (Object.keys(filter).length > 0) return page
  const [all, hidden] = await Promise.all([countEvents(context, 'events'), countAboutSelf(context, actor)])
  return { ...page, total: all - hidden }
}
