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

/** Everything that a client answers, as a draft keeps it (specification section 3). */
export const answersSchema = z.strictObject({
  ...answerFields,
  /** No answer, but what was said of some: those given beforehand that the client has looked at (docs/decisions/0062). */
  checkedDefaults: checkedFields,
})

export type Answers = z.infer<typeof answersSchema>
export type AnswerName = keyof typeof answerFields
export const answerNames = Object.keys(answerFields) as AnswerName[]

const namesIn = <Name extends AnswerName>(fields: { shape: Readonly<Record<Name, unknown>> }) =>
  Object.keys(fields.shape) as Name[]

/** The answers that a step asks for (specification section 2); steps that ask nothing have none. */
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

/** What a client may change of the answers: any of them, confirmations included. */
export const answersPatch = z.strictObject({
  ...answersSchema.partial().shape,
  confirmations: confirmationFields.partial().optional(),
})

export type AnswersPatch = z.infer<typeof answersPatch>

/** The answers of somebody who has given none (defaults of specification section 3). */
export const unanswered: Answers = {
  ...initialsOf(personalQuestions),
  ...initialsOf(addressQuestions),
  ...initialsOf(employmentQuestions),
  assets: {},
  liabilities: {},
  checkedDefaults: [],
}

/** The answers of an application that nobody has begun: the address is known. */
export function initialAnswers(emailAddress: string): Answers {
  return { ...unanswered, emailAddress }
}

type Shape = Readonly<Record<string, z.ZodType>>

/** The answers that are saved one by one, by what they belong to. */
const amountGroups: Readonly<Record<string, { shape: Shape }>> = {
  assets: assetFields,
  liabilities: liabilityFields,
}

/**
 * The fields of a half-filled screen that can be saved as they are: what is not well-formed yet is left out,
 * so that leaving a step never loses the rest of it, nor one amount the others. An amount in error is saved as not answered:
 * it counts nowhere, nor does the amount that it replaced.
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

/** Amounts of a screen, those that are NaN since their text cannot be read as not answered. */
function withoutUnread(amounts: object | null): object {
  return Object.fromEntries(
    Object.entries<unknown>({ ...amounts }).map(([name, amount]) => [
      name,
      Number.isNaN(amount) ? null : amount,
    ]),
  )
}

/** Stored answers in the spelling that they would be saved in today; what today's rules refuse stays as it is. */
export function normalisedAnswers(answers: Answers): Answers {
  const { confirmations: _, ...fields } = savableAnswers(answers)
  return {
    ...answers,
    ...fields,
    assets: { ...answers.assets, ...fields.assets },
    liabilities: { ...answers.liabilities, ...fields.liabilities },
  }
}

/** Whether everything on a half-filled screen can be saved as it is. */
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
