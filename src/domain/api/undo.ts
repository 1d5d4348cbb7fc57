import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

/** What staff did a moment ago, whose mails wait so that it can be taken back (docs/decisions/0083). */
export const undoEndpoints = endpoints({
  'POST /api/admin/held-acts/{id}/undo': {
    summary: 'Undo what you did a moment ago, and its mails, before they leave (409, `too-late`)',
    tag: 'Review',
    access: 'own-acts.undo',
    repeated: 'keyed',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({
      /** As it is again, the first of several; null for who reviews none. */
      application: reviewedApplicationSchema.nullable(),
    }),
  },
})
