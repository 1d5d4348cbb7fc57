import { z } from 'zod'

/** What can be taken back, and until when, ISO 8601; null where nothing can. */
export const undoTokenSchema = z.object({ id: z.uuid(), until: z.iso.datetime() }).nullable()

export type UndoToken = z.infer<typeof undoTokenSchema>
