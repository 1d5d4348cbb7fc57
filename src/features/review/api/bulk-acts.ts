import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { bulkActNames, bulkOutcomeNames, MAX_AT_ONCE } from '#features/review/rules/bulk-acts.ts'
import { proseText } from '#base/rules/input/text.ts'
import { withoutLetter } from '#features/accounts/api/clients.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { adminFilter, MAX_REASON_LENGTH } from './staff-applications.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const count = z.number().int().min(0)
const params = z.strictObject({ id: z.uuid() })
const TOO_MANY = `Please choose at most ${MAX_AT_ONCE} applications at a time.`

/** The mail to the clients, if the caller edited it: one text for all, with placeholders for each. */
const mail = editedMailSchema.optional()

const bulkAct = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('remind'), mail }),
  /** Of the annual review. */
  z.strictObject({ name: z.literal('notify'), mail }),
  z.strictObject({
    name: z.literal('assign'),
    wealthManagerId: z.uuid('Please select a wealth manager for these clients.'),
    withoutLetter,
  }),
  z.strictObject({
    name: z.literal('change-status'),
    status: z.enum(applicationStatuses),
    reason: proseText(MAX_REASON_LENGTH).min(1, 'Please give a reason').optional(),
    /** Leaves out applications with unopened documents, open checks, or answers to correct. */
    skipUnchecked: z.literal(true).optional(),
    mail,
  }),
])

export type BulkAct = z.output<typeof bulkAct>

/** Progress of a bulk action. */
const bulkProgress = z.object({
  id: z.uuid(),
  name: z.enum(bulkActNames),
  /** The target status, if it changes the status. */
  status: z.enum(applicationStatuses).nullable(),
  total: count,
  /** Number done, by outcome. */
  outcomes: z.partialRecord(z.enum(bulkOutcomeNames), count),
  /** It can be cancelled until then. */
  beginsAt: timestamp,
  startedAt: timestamp.nullable(),
  calledOffAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
})

export type BulkProgress = z.infer<typeof bulkProgress>

const bulkResult = z.object({
  applicationId: z.uuid(),
  /** The client's name or address; null outside the caller's scope. */
  name: z.string().nullable(),
  /** Null while pending. */
  outcome: z.enum(bulkOutcomeNames).nullable(),
  /** With `not-ready`: what onboarding waited for, in words; empty for others, and for callers who can't onboard. */
  notReady: z.array(z.string()),
})

export type BulkResult = z.infer<typeof bulkResult>

/** Applications by id, or by list filter. */
const selection = {
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose at least one application.')
    .max(MAX_AT_ONCE, TOO_MANY)
    .optional(),
  /** The list's filter, instead of `ids`. */
  filter: adminFilter.optional(),
  /** Number of matches that the caller saw: if it differs, nothing is done (409, `list-changed`). */
  count: count.min(1).max(MAX_AT_ONCE, TOO_MANY).optional(),
}

/** Requires ids, or a filter with its count. */
const isSelection = ({ ids, filter, count: seen }: z.output<z.ZodObject<typeof selection>>) =>
  (ids === undefined) === (filter !== undefined && seen !== undefined)

const NO_SELECTION = {
  path: ['ids'],
  message: 'Please send application IDs, or a filter with the number of matches.',
}

const uncheckedApplication = z.object({
  applicationId: z.uuid(),
  /** The client's name or address. */
  name: z.string(),
  /** Documents that the caller has not opened. */
  unopenedDocuments: count,
  /** Paths of answers with open checks, and of answers to correct. */
  openChecks: z.array(z.string()),
  toCorrect: z.array(z.string()),
  /** What onboarding still waits for, in words (docs/decisions/0142). The action skips these. */
  notReady: z.array(z.string()),
})

export type UncheckedApplication = z.infer<typeof uncheckedApplication>

/** Actions on many applications (docs/decisions/0082). */
export const bulkActEndpoints = endpoints({
  'POST /api/admin/bulk-acts': {
    summary:
      'Start a bulk action on up to 1,000 applications (remind, notify of annual reviews, assign, or change status): those listed, or all that match a filter',
    tag: 'Review',
    access: 'applications.act-on-many',
    repeated: 'keyed',
    body: z.strictObject({ act: bulkAct, ...selection }).refine(isSelection, NO_SELECTION),
    status: 201,
    answer: bulkProgress,
  },
  'POST /api/admin/open-checks': {
    summary:
      'Of up to 1,000 applications that you can move to a status, list those with unopened documents, open checks, answers to be corrected, or open due diligence',
    tag: 'Review',
    access: 'applications.act-on-many',
    repeated: 'same',
    body: z
      .strictObject({ status: z.enum(applicationStatuses), ...selection })
      .refine(isSelection, NO_SELECTION),
    answer: z.array(uncheckedApplication),
  },
  'GET /api/admin/bulk-acts': {
    summary: 'List the bulk actions you started within the last day, latest first',
    tag: 'Review',
    access: 'applications.act-on-many',
    answer: z.array(bulkProgress),
  },
  'GET /api/admin/bulk-acts/{id}': {
    summary: 'Get the progress of one of your bulk actions',
    tag: 'Review',
    access: 'applications.act-on-many',
    params,
    answer: bulkProgress,
  },
  'GET /api/admin/bulk-acts/{id}/results': {
    summary: 'List the result for each application of one of your bulk actions',
    tag: 'Review',
    access: 'applications.act-on-many',
    params,
    answer: z.array(bulkResult),
  },
  'POST /api/admin/bulk-acts/{id}/call-off': {
    summary: 'Cancel a bulk action before it starts',
    tag: 'Review',
    access: 'applications.act-on-many',
    repeated: 'keyed',
    params,
    answer: bulkProgress,
  },
})

type BulkActEndpoints = typeof bulkActEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends BulkActEndpoints {}
}
