import { z } from 'zod'
import { proseText } from '#domain/applications/wizard/text.ts'
import { asksForReason, correctionReasonNames, REASON_MISSING } from '#domain/corrections/reasons.ts'
import { roundStateNames, verdicts } from '#domain/corrections/rounds.ts'
import { MAX_TEXT_LENGTH, subjectSchema } from '#domain/corrections/subjects.ts'
import { applicationSchema } from './application.ts'
import { askedItem } from './asked-round.ts'
import { fileName, password, registered, uploadedTo } from './documents.ts'
import { endpoints } from './endpoint.ts'

const params = z.strictObject({ id: z.uuid() })
const itemParams = z.strictObject({ id: z.uuid(), itemId: z.uuid() })
const timestamp = z.iso.datetime().nullable()

const judgedItem = askedItem.extend({
  /** The answers as they are now, or as they were when the round ended. */
  after: z.record(z.string(), z.unknown()),
  verdict: z.enum(verdicts).nullable(),
})

const roundSchema = z.object({
  id: z.uuid(),
  /** Counts from 1; null for what was not sent yet. */
  number: z.number().int().nullable(),
  state: z.enum(roundStateNames),
  askedAt: timestamp,
  dueOn: z.iso.date().nullable(),
  answeredAt: timestamp,
  closedAt: timestamp,
  /** How often the client was reminded. */
  reminders: z.number().int(),
  items: z.array(judgedItem),
})

export type RoundView = z.infer<typeof roundSchema>
export type JudgedItemView = RoundView['items'][number]

const correctionsSchema = z.object({
  /** What is going to be asked for, once it is sent. */
  basket: z.array(judgedItem),
  /** What was asked for, the latest first. */
  rounds: z.array(roundSchema),
})

export type Corrections = z.infer<typeof correctionsSchema>

const count = z.number().int().min(0)
const days = z.number().min(0).nullable()

const figuresSchema = z.object({
  /** The first day (yyyy-MM-dd) that is counted, by when something was asked for. */
  since: z.iso.date(),
  /** How many applications something was asked for of, and how many rounds that were. */
  applications: count,
  rounds: count,
  /** How many applications had so many rounds, fewest rounds first. */
  roundsEach: z.array(z.object({ rounds: count, applications: count })),
  /** Why things were asked for, most often first; what was asked for without a reason is not counted. */
  reasons: z.array(z.object({ reason: z.enum(correctionReasonNames), count })),
  /** The rounds that clients sent back, and within how many days half and nine of ten of them were; null for none. */
  answered: z.object({ rounds: count, median: days, ninetieth: days }),
})

export type CorrectionFigures = z.infer<typeof figuresSchema>

const comment = proseText(MAX_TEXT_LENGTH)
const reason = z.enum(correctionReasonNames)

/** The calls of a round of corrections (docs/decisions/0060). */
export const correctionEndpoints = endpoints({
  'GET /api/admin/correction-figures': {
    summary: 'Show what clients were asked to correct in the last year, why, and how many days they took',
    tag: 'Review',
    access: 'applications.list',
    answer: figuresSchema,
  },
  'GET /api/wealth-manager/correction-figures': {
    summary:
      'Show what your own clients were asked to correct in the last year, why, and how many days they took',
    tag: 'Review',
    access: 'own-clients.list',
    answer: figuresSchema,
  },
  'GET /api/admin/applications/{id}/corrections': {
    summary:
      'List what the client was asked to correct, and what is noted to ask for; also for their manager',
    tag: 'Review',
    access: 'application.review',
    params,
    answer: correctionsSchema,
  },
  'POST /api/admin/applications/{id}/corrections/items': {
    summary: 'Note something to ask for; noting it again changes the reason and the comment',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    body: z
      .strictObject({
        subject: subjectSchema,
        /** Can be left out for a question and a further document. */
        reason: reason.optional(),
        comment: comment.optional(),
      })
      .refine(({ subject, reason: given }) => given !== undefined || !asksForReason(subject.kind), {
        path: ['reason'],
        message: REASON_MISSING,
      }),
    answer: correctionsSchema,
  },
  'DELETE /api/admin/applications/{id}/corrections/items/{itemId}': {
    summary: 'Remove something that was noted to ask for',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'same',
    params: itemParams,
    answer: 'nothing',
  },
  'POST /api/admin/applications/{id}/corrections/send': {
    summary:
      'Ask the client for everything that was noted, in one email; starts the review if it has not started',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    body: z.strictObject({
      /** The last day (yyyy-MM-dd); two weeks from now where it is left out. */
      dueOn: z.iso.date().optional(),
    }),
    answer: correctionsSchema,
  },
  'POST /api/admin/applications/{id}/corrections/withdraw': {
    summary: 'Withdraw something that waits for the client',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'keyed',
    params,
    answer: correctionsSchema,
  },
  'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict': {
    summary: 'Accept what was sent back, or note it to ask for again',
    tag: 'Review',
    access: 'correction.ask',
    repeated: 'same',
    params: itemParams,
    /** The reason is the one of before where it is left out; it and the comment are for asking again. */
    body: z.strictObject({
      verdict: z.enum(verdicts),
      reason: reason.optional(),
      comment: comment.optional(),
    }),
    answer: correctionsSchema,
  },
  'PUT /api/application/corrections/{id}/reply': {
    summary: 'Write about something that is asked for; an empty text removes it',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'same',
    params,
    body: z.strictObject({ reply: proseText(MAX_TEXT_LENGTH) }),
    answer: applicationSchema,
  },
  'PUT /api/application/corrections/{id}/file': {
    summary: 'Register the file that was uploaded for something that is asked for',
    tag: 'Documents',
    access: 'correction.answer',
    repeated: 'same',
    params,
    body: z.strictObject({ fileURL: uploadedTo, fileName, password }),
    answer: registered,
  },
  'POST /api/application/corrections/send': {
    summary: 'Send back everything that was asked for',
    tag: 'Application',
    access: 'correction.answer',
    repeated: 'keyed',
    body: z.strictObject({
      accurate: z.literal(true, 'Please confirm that your information is accurate and complete'),
    }),
    answer: applicationSchema,
  },
})
