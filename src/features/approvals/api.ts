import { z } from 'zod'
import { proseText } from '#base/rules/input/text.ts'
import {
  approvalDecisions,
  approvalKindNames,
  withdrawalReasonNames,
} from '#features/approvals/rules/approvals.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { packedCursor, pageSize } from '#base/rules/api/page.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const ofApplication = z.strictObject({ id: z.uuid() })
const requiredText = proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason')

/** A request that a second person decides. */
export const approvalSchema = z.object({
  id: z.uuid(),
  kind: z.enum(approvalKindNames),
  /** Null where it is not about a hit. */
  hitId: z.uuid().nullable(),
  /** Null for a member of staff. */
  applicationId: z.uuid().nullable(),
  /** Of the client, or of the member of staff. */
  clientName: z.string().nullable(),
  state: z.enum(['open', 'granted', 'refused', 'lapsed']),
  askedBy: z.uuid(),
  askedByName: z.string(),
  askedAt: timestamp,
  askedWords: z.string().nullable(),
  /** Of a lapsed one about a hit that has changed, or is gone: `decidedAt` is then. */
  withdrawnBecause: z.enum(withdrawalReasonNames).nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  words: z.string().nullable(),
  /** An open request lapses then; a granted override ends then. */
  lapsesAt: timestamp,
})

export type Approval = z.infer<typeof approvalSchema>

/** Calls of approvals, which a second person gives (docs/decisions/0142). */
export const approvalEndpoints = endpoints({
  'POST /api/admin/applications/{id}/gate-override': {
    summary: 'Ask a senior manager to allow onboarding with open tasks',
    tag: 'Review',
    access: 'approval.ask',
    repeated: 'keyed',
    params: ofApplication,
    body: z.strictObject({ reason: requiredText }),
    answer: approvalSchema,
  },
  'GET /api/admin/compliance/approvals': {
    summary: 'List the open requests for approval, oldest first, page by page',
    tag: 'Review',
    access: 'approvals.list',
    query: z.strictObject({ limit: pageSize, cursor: packedCursor.optional() }),
    answer: z.array(approvalSchema),
  },
  'PUT /api/admin/approvals': {
    summary: 'Confirm or disagree with what was proposed about hits of one person, with the result for each',
    tag: 'Review',
    access: 'approval.decide',
    repeated: 'same',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(200),
      decision: z.enum(approvalDecisions),
      words: requiredText,
    }),
    answer: z.array(
      z.object({
        id: z.uuid(),
        decided: z.boolean(),
        /** Why it was not decided: a code as in problem details, and a text. */
        code: z.string().nullable(),
        detail: z.string().nullable(),
      }),
    ),
  },
  'PUT /api/admin/approvals/{id}': {
    summary: 'Grant or refuse a request for approval, as a senior manager who did not ask for it',
    tag: 'Review',
    access: 'approval.decide',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ decision: z.enum(approvalDecisions), words: requiredText }),
    answer: approvalSchema,
  },
})

type ApprovalEndpoints = typeof approvalEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ApprovalEndpoints {}
}
