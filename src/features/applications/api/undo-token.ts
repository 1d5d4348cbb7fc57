import { z } from 'zod'

/** The id for undoing a change, and its deadline, ISO 8601; null where nothing can be undone. */
export const undoTokenSchema = z.object({ id: z.uuid(), until: z.iso.datetime() }).nullable()

export type UndoToken = z.infer<typeof undoTokenSchema>
