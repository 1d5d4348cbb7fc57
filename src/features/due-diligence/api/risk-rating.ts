import { z } from 'zod'
import { proseText } from '#base/rules/input/text.ts'
import { approvalKindNames } from '#features/approvals/rules/approvals.ts'
import { MAX_TEXT_LENGTH } from '#features/approvals/rules/limits.ts'
import { factorNames } from '#features/due-diligence/rules/rating/factors.ts'
import { riskLevelNames } from '#features/due-diligence/rules/rating/levels.ts'
import { MAX_NOTED_POINTS, modelChoicesSchema } from '#features/due-diligence/rules/rating/model.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

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

const version = z.number().int()

/** The firm's risk model, as far as it is changed on screen. */
const modelsView = z.object({
  inForce: z.object({ version, content: modelChoicesSchema }),
  /** When the firm compared its countries with the published lists last; null for never, or without countries. */
  compared: z.object({ on: z.iso.date(), byName: z.string(), tooOld: z.boolean() }).nullable(),
  /** Waits for a senior manager who did not propose it. */
  proposed: z
    .object({
      version,
      content: modelChoicesSchema,
      proposedByName: z.string(),
      /** The reader proposed it, so someone else has to put it in force. */
      own: z.boolean(),
      /** Number of rated clients whose level would change. */
      changed: z.number().int(),
    })
    .nullable(),
})

export type RiskModels = z.infer<typeof modelsView>

/** Calls of the risk model (docs/decisions/0142). */
export const riskModelEndpoints = endpoints({
  'GET /api/admin/risk-models': {
    summary: 'Get the risk model in force, and the proposed version with how many levels it would change',
    tag: 'Review',
    access: 'risk-models.read',
    answer: modelsView,
  },
  'POST /api/admin/risk-models': {
    summary: 'Propose a version of the risk model; one that is proposed already is withdrawn',
    tag: 'Review',
    access: 'risk-models.edit',
    repeated: 'keyed',
    body: z.strictObject({
      content: modelChoicesSchema,
      /** The version in force that the editor began with. */
      expectedModel: z.int(),
    }),
    answer: modelsView,
  },
  'PUT /api/admin/risk-models/countries-compared': {
    summary: 'Record that the countries in use were compared with the published lists on a day',
    tag: 'Review',
    access: 'risk-models.edit',
    repeated: 'same',
    body: z.strictObject({ comparedOn: z.iso.date() }),
    answer: modelsView,
  },
  'POST /api/admin/risk-models/{version}/in-force': {
    summary:
      'Put the proposed version in force, as a senior manager who did not propose it. Rates no client again.',
    tag: 'Review',
    access: 'risk-models.edit',
    repeated: 'same',
    params: z.strictObject({ version: z.coerce.number().int().min(2) }),
    answer: modelsView,
  },
})

type RiskModelEndpoints = typeof riskModelEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends RiskModelEndpoints {}
}
