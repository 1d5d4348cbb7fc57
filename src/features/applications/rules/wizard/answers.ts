import { z } from 'zod'
import { addressFields, addressQuestions } from './address.ts'
import { confirmationFields } from './confirmations.ts'
import { employmentFields, employmentQuestions } from './employment.ts'
import { checkedFields } from './default-answers.ts'
import { assetFields, liabilityFields } from './net-worth.ts'
import { personalFields, personalQuestions } from './personal.ts'
import { initialsOf } from './question.ts'
import type { StepId } from './steps.ts'

const answerFields = {
  ...personalFields.shape,
  ...addressFields.shape,
  ...employmentFields.shape,
  assets: assetFields,
  liabilities: liabilityFields,
}

/** All answers of a client, as stored in a draft (specification section 3). */
export const answersSchema = z.strictObject({
  ...answerFields,
  /** Not an answer: default answers that the client has confirmed (docs/decisions/0062). */
  checkedDefaults: checkedFields,
})

export type Answers = z.infer<typeof answersSchema>
export type AnswerName = keyof typeof answerFields
export const answerNames = Object.keys(answerFields) as AnswerName[]

const namesIn = <Name extends AnswerName>(fields: { shape: Readonly<Record<Name, unknown>> }) =>
  Object.keys(fields.shape) as Name[]

/** The answers of each step (specification section 2); some steps have none. */
export const answersOfStep: Readonly<Record<StepId, readonly AnswerName[]>> = {
  personal: namesIn(personalFields),
  address: namesIn(addressFields),
  employment: namesIn(employmentFields),
  'net-worth-intro': [],
  assets: ['assets'],
  liabilities: ['liabilities'],
  documents: [],
  review: [],
  success: [],
}

/** The answers that a client may change, including confirmations. */
export const answersPatch = z.strictObject({
  ...answersSchema.partial().shape,
  confirmations: confirmationFields.partial().optional(),
})

export type AnswersPatch = z.infer<typeof answersPatch>

/** Initial answers without input (defaults of specification section 3). */
export const unanswered: Answers = {
  ...initialsOf(personalQuestions),
  ...initialsOf(addressQuestions),
  ...initialsOf(employmentQuestions),
  assets: {},
  liabilities: {},
  checkedDefaults: [],
}

/** Initial answers of a new application with its known address. */
export function initialAnswers(emailAddress: string): Answers {
  return { ...unanswered, emailAddress }
}

type Shape = Readonly<Record<string, z.ZodType>>

/** Groups of answers that are saved one by one. */
const amountGroups: Readonly<Record<string, { shape: Shape }>> = {
  assets: assetFields,
  liabilities: liabilityFields,
}

/**
 * The valid fields of an incomplete form, so that leaving a step saves the rest. An invalid amount is saved as
 * unanswered, since its previous value no longer counts.
 */
export function savableAnswers(typed: object): AnswersPatch {
  const savable = wellFormed(answersPatch.shape, typed)
  for (const [name, value] of Object.entries<unknown>({ ...typed })) {
    if (name in savable) continue
    const group = amountGroups[name]
    if (group && typeof value === 'object') savable[name] = wellFormed(group.shape, withoutUnread(value))
    if (name === 'annualIncome' && typeof value === 'string') savable[name] = null
  }
  return answersPatch.parse(savable)
}

/** Amounts with unreadable ones (NaN) as unanswered. */
function withoutUnread(amounts: object | null): object {
  return Object.fromEntries(
    Object.entries<unknown>({ ...amounts }).map(([name, amount]) => [
      name,
      Number.isNaN(amount) ? null : amount,
    ]),
  )
}

/** Whether all fields of an incomplete form are valid. */
export function isSavable(typed: object): boolean {
  const given = Object.values(typed).filter((value) => value !== undefined)
  return Object.keys(wellFormed(answersPatch.shape, typed)).length === given.length
}

function wellFormed(shape: Shape, typed: object | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(typed ?? {}).filter(
      ([name, value]) => value !== undefined && shape[name]?.safeParse(value).success === true,
    ),
  )
}
