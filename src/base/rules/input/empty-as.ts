import { z } from 'zod'

/**
 * Maps an empty text from a form to a value of its own.
 *
 * @param value the value of an empty text
 */
export function emptyAs<Schema extends z.ZodType>(value: z.input<Schema>, schema: Schema) {
  return z.preprocess<unknown, Schema, z.input<Schema>>((sent) => (sent === '' ? value : sent), schema)
}
