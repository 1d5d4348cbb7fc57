import { dayOf } from '#base/rules/time/dates.ts'
import type { Call } from '#features/access/server/http/route.ts'
import type { Asking } from '../list.ts'
import { exportApplications, type ExportRequest } from './export-applications.ts'

type ExportKey = `${'GET' | 'POST'} /api/${'admin' | 'wealth-manager'}/application-export`

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportRequest['format'], string>

/** Sends a list, or the selected rows of it, as an uncached file. */
export async function answerWithExport(call: Call<ExportKey>, request: ExportRequest, asking: Asking) {
  const { format } = request
  const { file, total } = await exportApplications(call, request, asking)
  if (total !== null) call.reply.header('x-total-count', total)
  return call.reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="applications-${dayOf(call.now)}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(file)
}
