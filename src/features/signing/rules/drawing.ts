import { z } from 'zod'

/** Drawing area of a signature, in drawing units: three times as wide as high. */
export const DRAWING = { width: 1500, height: 500 } as const
const MAX_STROKES = 60
const MAX_POINTS = 3000

const point = z.tuple([
  z.number().int().min(0).max(DRAWING.width),
  z.number().int().min(0).max(DRAWING.height),
])

/** A drawn signature: strokes of pen points. Vector data, so no image is decoded. */
export const drawingSchema = z
  .array(z.array(point).min(1).max(MAX_POINTS))
  .min(1, 'Please draw your signature')
  .max(MAX_STROKES, 'Please draw your signature with fewer strokes')
  .refine(
    (strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= MAX_POINTS,
    'Please draw your signature with fewer strokes',
  )
  .refine((strokes) => lengthOf(strokes) >= DRAWING.height / 2, 'Please draw your whole signature')

export type Drawing = z.infer<typeof drawingSchema>

/** Total pen distance. A dot or tap is no signature. */
function lengthOf(strokes: readonly (readonly (readonly [number, number])[])[]): number {
  let length = 0
  for (const stroke of strokes) {
    for (const [index, [x, y]] of stroke.entries()) {
      const [beforeX, beforeY] = stroke[index - 1] ?? [x, y]
      length += Math.hypot(x - beforeX, y - beforeY)
    }
  }
  return length
}
