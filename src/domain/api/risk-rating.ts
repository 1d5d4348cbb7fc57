import { z } from 'zod'
import { proseText } from '#domain/applications/wizard/text.ts'
import { approvalKindNames } from '#domain/due-diligence/approvals.ts'
import { MAX_TEXT_LENGTH } from '#domain/due-diligence/limits.ts'
import { factorNames } from '#domain/risk-rating/factors.ts'
import { riskLevelNames } from '#domain/risk-rating/levels.ts'
import { MAX_NOTED_POINTS } from '#domain/risk-rating/model.ts'

const requiredText = (message: string) => proseText(MAX_TEXT_LENGTH).min(1, message)
const level = z.enum(riskLevelNames)
const reason = requiredText('Please enter a reason')

const factor = z.object({
  factor: z.enum(factorNames),
  points: z.number().int(),
  /** High, whatever the points. */
  alwaysHigh: z.boolean(),
  sentence: z.string(),
})

const higherRisk = z.strictObject({ yes: z.boolean(), reason })
const byHand = z.strictObject({ level, reason })

/** A client's risk rating. */
export const ratingView = z.object({
  /** The version in force. */
  modelVersion: z.number().int(),
  /** Staff have to say whether the relationship is a higher risk. */
  needsHigherRisk: z.boolean(),
  /** By the model in force, without the judgement of staff. */
  now: z.object({ points: z.number().int(), computed: level, factors: z.array(factor) }),
  /** Null before the first rating. */
  current: z
    .object({
      modelVersion: z.number().int(),
      points: z.number().int(),
      /** By points and what is always high. */
      computed: level,
      /** The level that counts. */
      level,
      factors: z.array(factor),
      higherRisk: higherRisk.nullable(),
      byHand: byHand.nullable(),
      ratedByName: z.string(),
      ratedAt: z.iso.datetime(),
      /** When due diligence is refreshed. */
      refreshOn: z.iso.date(),
      /** The approval that it needs. */
      approval: z.enum(approvalKindNames).nullable(),
      /** It rests on facts that have changed. */
      outdated: z.boolean(),
      /** The level that the model in force would give. */
      byModelInForce: level,
    })
    .nullable(),
})

/** What staff add to a rating. */
export const ratingBody = z.strictObject({
  /** The version in force that the rater saw. */
  expectedModel: z.int(),
  higherRisk: higherRisk.optional(),
  noted: z
    .strictObject({
      points: z
        .int({ error: `Please enter a whole number from 0 to ${MAX_NOTED_POINTS}` })
        .min(0)
        .max(MAX_NOTED_POINTS, `Please enter at most ${MAX_NOTED_POINTS} points`),
      text: requiredText('Please say what was noted'),
    })
    .optional(),
  byHand: byHand.optional(),
})
