import { z } from 'zod'
import { documentKindNames } from '#domain/documents/kinds.ts'
import { downloadOnlyNames, unreadableNames } from '#domain/documents/safety.ts'

/** Whether a text has no control characters and no halves of characters. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** The client's own id of a file: any printable text, returned as it came (decisions, "fileId"). */
export const fileId = z
  .string()
  .min(1)
  .max(100, 'Please use an id of at most 100 characters')
  .refine(isPrintable, 'Please remove what cannot be printed from the id')

/** A file that belongs to an application (specification section 3). */
export const uploadedFileSchema = z.strictObject({
  /** The `fileId` that the client chose, as it came; otherwise that of the document. */
  id: fileId,
  /** What other calls know the document by. */
  documentId: z.uuid(),
  name: z.string().max(255),
  /** Where it is read from: a path of this site. */
  url: z.string().max(300),
  /** ISO 8601. */
  uploadDate: z.iso.datetime(),
  /** Where it is never shown on a page, why: asked for inline it comes as an attachment all the same. */
  downloadOnly: z.enum(downloadOnlyNames).optional(),
  /** Where nobody can read it, why: it waits for the virus scanner, or was infected and is gone. */
  virusScan: z.enum(unreadableNames).optional(),
  /** An earlier file of the application with the same content, where there is one: what it is called, and its kind. */
  sameAs: z.strictObject({ name: z.string().max(255), kind: z.enum(documentKindNames) }).optional(),
})

/** A record of a document list as a client sends it back: one that it made by itself knows no `documentId`, and any address. */
export const sentFileSchema = uploadedFileSchema
  .extend({ url: z.string().max(2000) })
  .partial({ documentId: true })

export type UploadedFile = z.infer<typeof uploadedFileSchema>
