import { z } from 'zod'
import { correctionReasonNames } from '#domain/corrections/reasons.ts'
import { documentKindNames } from '#domain/documents/kinds.ts'
import { uploadedFileSchema } from './uploaded-file.ts'

/** Answers by their paths. */
const answersByPath = z.record(z.string(), z.unknown())

/** What is asked for, as both sides see it. */
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
  /** Null where nothing was wrong before: of a question and of a further document, until they are asked for again. */
  reason: z.enum(correctionReasonNames).nullable(),
  /** What staff wrote about it. */
  comment: z.string().nullable(),
  /** The answers as they were when it was asked for; of an answer. */
  before: answersByPath,
  /** The document that it is about; of a document. */
  document: uploadedFileSchema.nullable(),
  /** What the client wrote about it. */
  reply: z.string().nullable(),
  /** The document that was handed in. */
  file: uploadedFileSchema.nullable(),
})

/** A round that waits for its client. */
export const askedRoundSchema = z.object({
  id: z.uuid(),
  /** Counts from 1. */
  number: z.number().int(),
  askedAt: z.iso.datetime(),
  /** The day (yyyy-MM-dd) by which an answer is asked for. */
  dueOn: z.iso.date(),
  /** The answers and lists that can be changed now, by their paths. */
  open: z.array(z.string()),
  items: z.array(askedItem.extend({ done: z.boolean() })),
})

export type AskedRoundView = z.infer<typeof askedRoundSchema>
export type AskedItemView = AskedRoundView['items'][number]
