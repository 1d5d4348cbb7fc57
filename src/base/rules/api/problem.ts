import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actionNames } from '#features/access/rules/lifecycle/transitions.ts'

/** One problem with a request, and where to fix it. */
export const problemError = z.object({
  /** Dotted path of the field. */
  path: z.string(),
  message: z.string(),
  /** In the response to a submission: the wizard step of the field. */
  step: z.string().optional(),
})

/** Something that is missing before a client may be onboarded. */
export const missingSchema = z.object({
  item: z.string(),
  task: z.string().nullable(),
  text: z.string(),
})

/** What onboarding waits for. `canAskException`: one would cover something, and none is asked for. */
export const gateSchema = z.object({
  missing: z.array(missingSchema),
  overriddenUntil: z.iso.datetime().nullable(),
  canAskException: z.boolean(),
})

/** Error codes that clients act on. */
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
  'not-possible',
  'sent-recently',
  'not-due',
  'account-exists',
  'has-clients',
  'no-letter',
  'list-changed',
  'check-changed',
  'not-checked',
  'too-late',
  'requirements-missing',
  'not-ready',
  'list-unreadable',
  'list-older',
  'list-shrunk',
  'list-small',
  'changed',
  'second-person',
  'senior-manager',
  'outdated',
  'file-password-required',
  'file-password-wrong',
  'proof-required',
  'passkey-unknown',
  'passkey-rejected',
  'sso-required',
  'setup-incomplete',
  'enrol-first',
  'letter-incomplete',
  'not-published',
  'letters-running',
  'insufficient-scope',
  'file-unreadable',
  'too-many-rows',
  'import-running',
  'corrections-lost',
  'preview-outdated',
  'events-deleted',
] as const

/** Body of every error response: problem details (RFC 9457). */
export const problemSchema = z.object({
  /** Address of the page that says what to do about this error (RFC 9457, section 3.1.1). */
  type: z.url(),
  title: z.string(),
  status: z.number().int(),
  /** Plain text for users: what to do. Toasts show it. */
  detail: z.string(),
  code: z.enum(problemCodes).optional(),
  errors: z.array(problemError).optional(),
  /** On a status conflict: the current status, and the caller's possible actions. */
  current: z
    .object({
      status: z.enum(applicationStatuses),
      actions: z.array(z.enum(actionNames)),
      /** With `requirements-missing`: what is missing before the client may be onboarded. */
      missing: z.array(missingSchema).optional(),
    })
    .optional(),
  /** The existing account, if it is a client in the caller's scope. */
  existing: z.object({ applicationId: z.uuid(), invitedUntil: z.iso.datetime().nullable() }).optional(),
})

export type ProblemError = z.infer<typeof problemError>
export type ProblemCode = (typeof problemCodes)[number]
export type ProblemBody = z.infer<typeof problemSchema>
