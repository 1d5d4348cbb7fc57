import type { Readable } from 'node:stream'
import type { archiveEndpoints } from '#features/records/api/application-archive.ts'
import type { ContractKey } from '#base/rules/api/contract.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Call, Handlers } from '#features/access/server/http/route.ts'
import { openArchive, openArchives } from './open-archive.ts'

type ArchiveKey = `GET /api/${'admin' | 'wealth-manager'}/application-archive`

/** Download All Documents (specification section 7), for one or several applications. */
export const archiveHandlers: Handlers<keyof typeof archiveEndpoints> = {
  'GET /api/admin/applications/{id}/download': async (call) =>
    answerWithZip(call, `application-${call.params.id}.zip`, await openArchive(call, call.params.id)),

  'GET /api/admin/application-archive': answerWithTicked,
  'GET /api/wealth-manager/application-archive': answerWithTicked,
}

async function answerWithTicked(call: Call<ArchiveKey>) {
  return answerWithZip(call, `applications-${dayOf(call.now)}.zip`, await openArchives(call, call.query.ids))
}

/** Sends an archive as a download. */
export function answerWithZip({ reply }: Pick<Call<ContractKey>, 'reply'>, name: string, archive: Readable) {
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(archive)
}
