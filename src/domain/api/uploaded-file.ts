import { z } from 'zod'
import { documentKindNames } from '#domain/documents/kinds.ts'
import { downloadOnlyNames, unreadableNames } from '#domain/documents/safety.ts'

/** A file that belongs to an application (specification section 3). */
export const uploadedFileSchema = z.strictObject({
  id: z.uuid(),
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

export type UploadedFile = z.infer<typeof uploadedFileSchema>
