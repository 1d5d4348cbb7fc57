import { z } from 'zod'
import { checkDecisionNames, MAX_CHECK_REASON } from '#features/review/rules/checks.ts'
import { checkNames } from '#features/applications/rules/warnings.ts'
import { proseText } from '#base/rules/input/text.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

/** Staff decisions on an application's checks; hidden from clients (docs/decisions/0138). */
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
      /** The check's `about` as the caller saw it: 409 if the answer has changed since. */
      about: z.string().max(1000),
      /** Id of the latest decision that the caller saw, null for none: 409 if there is a later one. */
      seen: z.uuid().nullable(),
      decision: z.enum(checkDecisionNames),
      reason: proseText(MAX_CHECK_REASON).min(1, 'Please give a reason'),
    }),
    answer: reviewedApplicationSchema,
  },
  'PUT /api/admin/applications/{id}/proofs': {
    summary: 'Tick an answer that a document proves, or remove the tick; also for its manager',
    tag: 'Review',
    access: 'check.settle',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      path: z.string().max(60),
      documentId: z.uuid(),
      /** The proof's `about` as the caller saw it: 409 if the answer has changed since. */
      about: z.string().max(1000),
      proved: z.boolean(),
    }),
    answer: reviewedApplicationSchema,
  },
})

type CheckEndpoints = typeof checkEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends CheckEndpoints {}
}
