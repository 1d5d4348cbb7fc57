import { z } from 'zod'
import { applicationStatuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionNames } from '#domain/applications/lifecycle/transitions.ts'

/** One thing that is wrong with a request, where it can be mended. */
export const problemError = z.object({
  /** Dotted path of the field. */
  path: z.string(),
  message: z.string(),
  /** The wizard step that the field belongs to, in the answer to a submission. */
  step: z.string().optional(),
})

/** Tells apart the refusals that a program has to act on. */
export const problemCodes = [
  'signed-out',
  'password-change-required',
  'address-confirmation-required',
  'second-factor-required',
  'second-factor-set-up-required',
  'another-user',
  'version-conflict',
  'not-editable',
  'not-open',
  'round-open',
  'incomplete',
  'throttled',
  'status-changed',
  'sent-recently',
  'not-due',
  'account-exists',
  'has-clients',
  'no-letter',
  'list-changed',
  'check-changed',
  'not-checked',
  'too-late',
  'file-password-required',
  'file-password-wrong',
] as const

/** The body of every refusal: problem details as in RFC 9457. */
export const problemSchema = z.object({
  title: z.string(),
  status: z.number().int(),
  /** Plain words that say what to do; toasts show them. */
  detail: z.string(),
  code: z.enum(problemCodes).optional(),
  errors: z.array(problemError).optional(),
  /** Where an application's status stood in the way: what it is, and what the caller can do to it now. */
  current: z
    .object({ status: z.enum(applicationStatuses), actions: z.array(z.enum(actionNames)) })
    .optional(),
  /** Of the client within the caller's reach who has the account already that was to be made. */
  existing: z.object({ applicationId: z.uuid(), invitedUntil: z.iso.datetime().nullable() }).optional(),
})

export type ProblemError = z.infer<typeof problemError>
export type ProblemCode = (typeof problemCodes)[number]
export type ProblemBody = z.infer<typeof problemSchema>
