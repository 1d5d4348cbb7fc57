import { z } from 'zod'

/** What can be taken back, and until when, ISO 8601; null where nothing can. */
export const heldSchema = z.object({ id: z.uuid(), until: z.iso.datetime() }).nullable()

export type Held = z.infer<typeof heldSchema>
