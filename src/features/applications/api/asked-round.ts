import { z } from 'zod'
import { correctionReasonNames } from '#features/applications/rules/round/reasons.ts'
import { documentKindNames } from '#features/applications/rules/documents/kinds.ts'
import { uploadedFileSchema } from './uploaded-file.ts'
import { jsonValue } from '#base/rules/api/json-value.ts'

/** Answers by their paths. */
const answersByPath = z.record(z.string(), jsonValue)

/** A requested item, as both sides see it. */
const subjectView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), path: z.string() }),
  z.object({
    kind: z.literal('document'),
    documentId: z.uuid(),
    documentKind: z.enum(documentKindNames),
    place: z.number().int(),
  }),
  z.object({ kind: z.literal('additional'), title: z.string(), documentId: z.uuid().nullable() }),
  z.object({ kind: z.literal('question'), question: z.string() }),
])

export const askedItem = z.object({
  id: z.uuid(),
  subject: subjectView,
  /** Null where nothing was wrong before: for a question or a further document on first request. */
  reason: z.enum(correctionReasonNames).nullable(),
  /** The staff comment. */
  comment: z.string().nullable(),
  /** For an answer: its values at the time of the request. */
  before: answersByPath,
  /** For a document: the one it is about. */
  document: uploadedFileSchema.nullable(),
  /** The client's reply. */
  reply: z.string().nullable(),
  /** The uploaded document. */
  file: uploadedFileSchema.nullable(),
})

/** A correction request that waits for the client. */
export const askedRoundSchema = z.object({
  id: z.uuid(),
  /** Counts from 1. */
  number: z.number().int(),
  /** Whether the client opened it. */
  openedByClient: z.boolean(),
  askedAt: z.iso.datetime(),
  /** Due day (yyyy-MM-dd). */
  dueOn: z.iso.date(),
  /** Paths of the answers and lists that can be edited now. */
  open: z.array(z.string()),
  items: z.array(askedItem.extend({ done: z.boolean() })),
})

export type AskedRoundView = z.infer<typeof askedRoundSchema>
export type AskedItemView = AskedRoundView['items'][number]
