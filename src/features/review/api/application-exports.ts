import { z } from 'zod'
import { MAX_AT_ONCE } from '#features/review/rules/bulk-acts.ts'
import { exportFormats } from '#base/rules/api/list.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { adminQuery, managerQuery, ofAPage } from './staff-applications.ts'

const asAFile = { format: z.enum(exportFormats) }

/** Selected rows and the list's order; applications outside the caller's scope are left out. */
const chosen = {
  ...asAFile,
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose at least one application.')
    .max(MAX_AT_ONCE, `Please choose at most ${MAX_AT_ONCE} applications at a time.`),
}

const ofAnOrder = { sort: true, direction: true } as const

/** Application lists as files, whole or selected rows. */
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
    repeated: 'attempt',
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
    repeated: 'attempt',
    body: managerQuery.pick(ofAnOrder).extend(chosen),
    answer: 'file',
  },
})

type ExportEndpoints = typeof exportEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ExportEndpoints {}
}
