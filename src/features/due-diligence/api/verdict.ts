import { z } from 'zod'
import { lineOfText, proseText } from '#base/rules/input/text.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'
import { isRandAmount } from '#base/rules/money/rand.ts'
import { correctionReasonNames } from '#features/applications/rules/round/reasons.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { fundNames } from '#features/due-diligence/rules/funds.ts'
import { plausibilityCodes } from '#features/due-diligence/rules/plausibility.ts'
import { verificationMethodNames } from '#features/due-diligence/rules/tasks.ts'

const day = z.iso.date()
const words = proseText(MAX_TEXT_LENGTH)
const amountInRand = z
  .number()
  .refine(isRandAmount, 'Please enter an amount in rand with at most two decimals')

/** What staff decided on a task. */
export const verificationView = z.object({
  /** The version of the declaration; 0 where none was handed in. */
  version: z.number().int(),
  method: z.enum(verificationMethodNames).nullable(),
  result: z.enum(['accepted', 'again']),
  documentIds: z.array(z.uuid()),
  byName: z.string(),
  at: timestamp,
  expiresOn: day.nullable(),
  note: z.string().nullable(),
  /** What was implausible then, and seen. */
  seen: z.array(z.object({ code: z.enum(plausibilityCodes), text: z.string() })),
  /** Rand, as read on documents. */
  amounts: z.array(z.object({ documentId: z.uuid(), amount: z.number() })),
  /** Where and when an original was seen; null for other methods, and where it was not asked yet. */
  original: z.object({ where: z.string(), on: day }).nullable(),
})

/** Something implausible. `note`: accepting the task needs its code in `seen` and a note; `admin`: of an admin. */
export const implausibleView = z.object({
  code: z.enum(plausibilityCodes),
  text: z.string(),
  note: z.enum(['none', 'staff', 'admin']),
})

/** A document of a source of funds: accepting the task needs the amount that staff read on it. */
export const evidenceView = z.object({
  documentId: z.uuid(),
  label: z.string(),
  name: z.string(),
  /** The declared sources that it proves. */
  of: z.array(z.enum(fundNames)),
})

/** A decision on a task. */
export const verdictBody = z.strictObject({
  /** The version of the declaration that was read; 0 where staff verify without one. */
  version: z.number().int().min(0),
  verdict: z.enum(['accepted', 'again']),
  /** For `accepted`. */
  method: z.enum(verificationMethodNames).optional(),
  documentIds: z.array(z.uuid()).max(40).optional(),
  /** Codes of what is implausible and was looked at, which needs a note as well. */
  seen: z.array(z.enum(plausibilityCodes)).max(plausibilityCodes.length).optional(),
  /** Rand on each document of a declared source of funds (`evidence`). */
  amounts: z
    .array(z.strictObject({ documentId: z.uuid(), amount: amountInRand }))
    .max(40)
    .optional(),
  /** Where and when an original was seen; default: the firm's office, today. */
  original: z.strictObject({ where: lineOfText().min(1), on: day }).optional(),
  expiresOn: day.optional(),
  /** Home Affairs' extension of an expired document of a refugee or asylum seeker, at most 90 days from today. */
  extendedUntil: day.optional(),
  note: words.optional(),
  /** For `again`. */
  reason: z.enum(correctionReasonNames).optional(),
  comment: words.optional(),
})
