import { z } from 'zod'
import { proseText } from '#base/rules/input/text.ts'
import {
  asksForReason,
  COMMENT_MISSING,
  correctionReasonNames,
  lacksComment,
  REASON_MISSING,
} from '#features/applications/rules/round/reasons.ts'
import { roundStateNames, verdicts } from '#features/applications/rules/round/rounds.ts'
import {
  clientSubjectSchema,
  MAX_TEXT_LENGTH,
  subjectSchema,
} from '#features/applications/rules/round/subjects.ts'
import { applicationSchema } from '#features/applications/api/application.ts'
import { askedItem } from '#features/applications/api/asked-round.ts'
import { fileName, password, registered, uploadedTo } from '#features/documents/api/documents.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'
import { jsonValue } from '#base/rules/api/json-value.ts'

const params = z.strictObject({ id: z.uuid() })
const itemParams = z.strictObject({ id: z.uuid(), itemId: z.uuid() })
const judgedItem = askedItem.extend({
  /** The answers now, or when the request was closed. */
  after: z.record(z.string(), jsonValue),
  verdict: z.enum(verdicts).nullable(),
})

const roundSchema = z.object({
  id: z.uuid(),
  /** Counts from 1; null for a draft. */
  number: z.number().int().nullable(),
  state: z.enum(roundStateNames),
  /** Whether the client opened it, to add or correct something. */
  openedByClient: z.boolean(),
  askedAt: timestamp.nullable(),
  dueOn: z.iso.date().nullable(),
  answeredAt: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  /** Reminders sent to the client. */
  reminders: z.number().int(),
  items: z.array(judgedItem),
})

export type RoundView = z.infer<typeof roundSchema>
export type JudgedItemView = RoundView['items'][number]

const correctionsSchema = z.object({
  /** The draft request: items that are not sent yet. */
  basket: z.array(judgedItem),
  /** Sent requests, newest first. */
  rounds: z.array(roundSchema),
})

export type Corrections = z.infer<typeof correctionsSchema>

const count = z.number().int().min(0)
const days = z.number().min(0).nullable()

const figuresSchema = z.object({
  /** The first day (yyyy-MM-dd) counted, by the time of the request. */
  since: z.iso.date(),
  /** Number of applications with requests, and of requests. */
  applications: count,
  rounds: count,
  /** Number of applications by number of requests, ascending. */
  roundsEach: z.array(z.object({ rounds: count, applications: count })),
  /** Reasons, most frequent first; items without a reason are not counted. */
  reasons: z.array(z.object({ reason: z.enum(correctionReasonNames), count })),
  /** Answered requests, with median and 90th percentile of days; null for none. */
  answered: z.object({ rounds: count, median: days, ninetieth: days }),
})

export type CorrectionFigures = z.infer<typeof figuresSchema>

const comment = proseText(MAX_TEXT_LENGTH)
const reason = z.enum(correctionReasonNames)

/** Calls of correction requests (docs/decisions/0060). */
export const correctionEndpoints = endpoints({
  'GET /api/admin/correction-figures': {
    summary:
      'Get statistics on the last year’s correction requests: what, why, and how many days clients took',
    tag: 'Review',
    access: 'applications.list',
    answer: figuresSchema,
  },
  'GET /api/wealth-manager/correction-figures': {
    summary:
      'Get statistics on the last year’s correction requests to your own clients: what, why, and how many days they took',
    tag: 'Review',
    access: 'own-clients.list',
    answer: figuresSchema,
  },
  'GET /api/admin/applications/{id}/corrections': {
    summary: 'List what the client was asked to correct, and the draft request; also for their manager',
    tag: 'Review',
    access: 'application.review',
    params,
    answer: correctionsSchema,
  },
  'POST /api/admin/applications/{id}/corrections/items': {
    summary: 'Add an item to the draft request; adding it again changes the reason and the comment',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    body: z
      .strictObject({
        subject: subjectSchema,
        /** Optional for a question or a further document. */
        reason: reason.optional(),
        comment: comment.optional(),
      })
      .refine(({ subject, reason: given }) => given !== undefined || !asksForReason(subject.kind), {
        path: ['reason'],
        message: REASON_MISSING,
      })
      .refine(
        ({ subject, ...why }) => !asksForReason(subject.kind) || !lacksComment(why.reason, why.comment),
        {
          path: ['comment'],
          message: COMMENT_MISSING,
        },
      ),
    answer: correctionsSchema,
  },
  'DELETE /api/admin/applications/{id}/corrections/items/{itemId}': {
    summary: 'Remove an item from the draft request',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'same',
    params: itemParams,
    answer: 'nothing',
  },
  'POST /api/admin/applications/{id}/corrections/send': {
    summary: 'Send the draft request to the client in one email; starts the review if it has not started',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    body: z.strictObject({
      /** The last day (yyyy-MM-dd); default: in two weeks. */
      dueOn: z.iso.date().optional(),
      /** The mail to the client, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: correctionsSchema,
  },
  'POST /api/admin/applications/{id}/corrections/withdraw': {
    summary: 'Withdraw an item that waits for the client',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    answer: correctionsSchema,
  },
  'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict': {
    summary: 'Accept an answer, or add it to the draft request again',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'same',
    params: itemParams,
    /** Default: the previous reason; reason and comment are for requesting again. */
    body: z.strictObject({
      verdict: z.enum(verdicts),
      reason: reason.optional(),
      comment: comment.optional(),
    }),
    answer: correctionsSchema,
  },
  'POST /api/application/corrections': {
    summary: 'Add a document or correct an answer after submitting (409 while another request is open)',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'keyed',
    body: z.strictObject({ subject: clientSubjectSchema }),
    answer: applicationSchema,
  },
  'DELETE /api/application/corrections': {
    summary: 'Cancel what you opened yourself, while nothing was changed',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'same',
    answer: 'nothing',
  },
  'PUT /api/application/corrections/{id}/reply': {
    summary: 'Reply to a requested item; an empty text removes the reply',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'same',
    params,
    body: z.strictObject({ reply: proseText(MAX_TEXT_LENGTH) }),
    answer: applicationSchema,
  },
  'PUT /api/application/corrections/{id}/file': {
    summary: 'Register the file uploaded for a requested item',
    tag: 'Documents',
    access: 'correction.answer',
    repeated: 'same',
    params,
    body: z.strictObject({ fileURL: uploadedTo, fileName, password }),
    answer: registered,
  },
  'POST /api/application/corrections/send': {
    summary: 'Send the answers to a correction request',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'keyed',
    body: z.strictObject({
      accurate: z.literal(true, 'Please confirm that your information is accurate and complete'),
    }),
    answer: applicationSchema,
  },
})

type CorrectionEndpoints = typeof correctionEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends CorrectionEndpoints {}
}
