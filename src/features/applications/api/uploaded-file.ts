import { z } from 'zod'
import { documentKindNames } from '#features/applications/rules/documents/kinds.ts'
import { downloadOnlyNames, unreadableNames } from '#base/rules/files/safety.ts'

/** Whether a text has no control characters or lone surrogates. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** The client's own id of a file: printable text, returned unchanged (decisions, "fileId"). */
export const fileId = z
  .string()
  .min(1)
  .max(100, 'Please use an ID of at most 100 characters')
  .refine(isPrintable, 'Please remove unusual characters from the ID')

/** A file that belongs to an application (specification section 3). */
export const uploadedFileSchema = z.strictObject({
  /** The client's `fileId`, unchanged; otherwise the document's id. */
  id: fileId,
  /** The document's id in other calls. */
  documentId: z.uuid(),
  name: z.string().max(255),
  /** Path for reading it. */
  url: z.string().max(300),
  /** ISO 8601. */
  uploadDate: z.iso.datetime(),
  /** Why it is never shown inline, if so: such a file is always an attachment. */
  downloadOnly: z.enum(downloadOnlyNames).optional(),
  /** Why it cannot be read, if so: not scanned yet, or infected and deleted. */
  virusScan: z.enum(unreadableNames).optional(),
  /** An earlier file of the application with the same content: its name and kind. */
  sameAs: z.strictObject({ name: z.string().max(255), kind: z.enum(documentKindNames) }).optional(),
})

/** A document record as a client sends it back; records that the client created have no `documentId`. */
export const sentFileSchema = uploadedFileSchema
  .extend({ url: z.string().max(2000) })
  .partial({ documentId: true })

export type UploadedFile = z.infer<typeof uploadedFileSchema>
