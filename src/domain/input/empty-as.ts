import { z } from 'zod'

/**
 * Reads an empty text as a value of its own: what forms send for a field that is not answered or not chosen yet.
 *
 * @param value what it stands for
 */
export function emptyAs<Schema extends z.ZodType>(value: z.input<Schema>, schema: Schema) {
  return z.preprocess<unknown, Schema, z.input<Schema>>((sent) => (sent === '' ? value : sent), schema)
}
