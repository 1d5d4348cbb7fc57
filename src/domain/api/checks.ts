import { z } from 'zod'
import { checkDecisionNames, MAX_CHECK_REASON } from '#domain/applications/review/checks.ts'
import { checkNames } from '#domain/applications/warnings.ts'
import { proseText } from '#domain/applications/wizard/text.ts'
import { endpoints } from './endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

/** How staff settle the checks of an application; clients see nothing of it (docs/decisions/0138). */
export const checkEndpoints = endpoints({
  'POST /api/admin/applications/{id}/checks': {
    summary:
      'Settle a check of an application with a decision and a reason, or reopen it; also for its manager',
    tag: 'Review',
    access: 'check.settle',
    repeated: 'keyed',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      path: z.string().max(60),
      check: z.enum(checkNames),
      /** The `about` of the check as the caller saw it: where the answer is another one by now, nothing happens (409). */
      about: z.string().max(1000),
      /** The id of the latest decision that the caller saw, null for none: where there is a later one, nothing happens (409). */
      seen: z.uuid().nullable(),
      decision: z.enum(checkDecisionNames),
      reason: proseText(MAX_CHECK_REASON).min(1, 'Please give a reason'),
    }),
    answer: reviewedApplicationSchema,
  },
})
