import { z } from 'zod'
import { MAX_AT_ONCE } from '#domain/applications/review/bulk-acts.ts'
import { exportFormats } from '#domain/applications/review/list.ts'
import { endpoints } from './endpoint.ts'
import { adminQuery, managerQuery, ofAPage } from './staff-applications.ts'

const asAFile = { format: z.enum(exportFormats) }

/** Rows that somebody ticked, and the list's order: of those that the caller reaches, a file is made. */
const chosen = {
  ...asAFile,
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose at least one application.')
    .max(MAX_AT_ONCE, `Please choose at most ${MAX_AT_ONCE} applications at a time.`),
}

const ofAnOrder = { sort: true, direction: true } as const

/** Lists of applications as files, whole or what was ticked of them. */
export const exportEndpoints = endpoints({
  'GET /api/admin/application-export': {
    summary: 'Download the whole list of applications as a file; the audit log records it',
    tag: 'Review',
    access: 'applications.export',
    query: adminQuery.omit(ofAPage).extend(asAFile),
    answer: 'file',
  },
  'POST /api/admin/application-export': {
    summary:
      'Download up to 1,000 applications of the list as a file, by their IDs; the audit log records it, and `X-Total-Count` says how many were found',
    tag: 'Review',
    access: 'applications.export',
    repeated: 'anew',
    body: adminQuery.pick(ofAnOrder).extend(chosen),
    answer: 'file',
  },
  'GET /api/wealth-manager/application-export': {
    summary: 'Download the whole list of your own clients as a file; the audit log records it',
    tag: 'Review',
    access: 'own-clients.export',
    query: managerQuery.omit(ofAPage).extend(asAFile),
    answer: 'file',
  },
  'POST /api/wealth-manager/application-export': {
    summary:
      'Download up to 1,000 of your own clients’ applications as a file, by their IDs; the audit log records it, and `X-Total-Count` says how many were found',
    tag: 'Review',
    access: 'own-clients.export',
    repeated: 'anew',
    body: managerQuery.pick(ofAnOrder).extend(chosen),
    answer: 'file',
  },
})
