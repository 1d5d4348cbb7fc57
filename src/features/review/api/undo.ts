import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

/** Undo for staff changes while their mails are delayed (docs/decisions/0083). */
export const undoEndpoints = endpoints({
  'POST /api/admin/held-acts/{id}/undo': {
    summary: 'Undo your latest change before its mails are sent (409, `too-late`)',
    tag: 'Review',
    access: 'own-acts.undo',
    repeated: 'keyed',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({
      /** The restored application, the first of several; null for users that do not review any. */
      application: reviewedApplicationSchema.nullable(),
    }),
  },
})

type UndoEndpoints = typeof undoEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends UndoEndpoints {}
}
