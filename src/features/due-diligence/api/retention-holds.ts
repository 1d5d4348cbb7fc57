import { z } from 'zod'
import { proseText } from '#base/rules/input/text.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { holdReasonNames } from '#features/due-diligence/rules/retention-holds.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const ofApplication = z.strictObject({ id: z.uuid() })
const requiredText = proseText(MAX_TEXT_LENGTH).min(1, 'Please enter a reason')

/** A hold of the client's records. */
export const holdSchema = z.object({
  id: z.uuid(),
  why: z.enum(holdReasonNames),
  until: z.iso.date(),
  words: z.string().nullable(),
  heldByName: z.string(),
  heldAt: timestamp,
  liftedByName: z.string().nullable(),
  liftedAt: timestamp.nullable(),
  liftedWords: z.string().nullable(),
  /** Neither lifted nor over. */
  holds: z.boolean(),
  /** A confirmed match made it: two people lift it. */
  ofMatch: z.boolean(),
})

export type Hold = z.infer<typeof holdSchema>

/** Calls of holds of records beyond their retention (docs/decisions/0142). They answer the client's holds, newest first. */
export const retentionHoldEndpoints = endpoints({
  'POST /api/admin/applications/{id}/retention-holds': {
    summary: 'Hold the client’s records until a day, also where their retention ends before',
    tag: 'Review',
    access: 'retention.hold',
    repeated: 'keyed',
    params: ofApplication,
    /** `until`: the last day (yyyy-MM-dd). */
    body: z.strictObject({ why: z.enum(holdReasonNames), until: z.iso.date(), words: requiredText }),
    answer: z.array(holdSchema),
  },
  'PUT /api/admin/applications/{id}/retention-holds/{holdId}/lifted': {
    summary: 'Lift a hold of the client’s records, or ask a second person to lift that of a confirmed match',
    tag: 'Review',
    access: 'retention.hold',
    repeated: 'same',
    params: ofApplication.extend({ holdId: z.uuid() }),
    body: z.strictObject({ words: requiredText }),
    answer: z.array(holdSchema),
  },
})

type RetentionHoldEndpoints = typeof retentionHoldEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends RetentionHoldEndpoints {}
}
