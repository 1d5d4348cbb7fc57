/** One attempt at a smaller picture: its size in pixels and the JPEG quality, from 0 to 1. */
export interface ScalingStep {
  width: number
  height: number
  quality: number
}

/**
 * The longer edges to try, in pixels. 3000 shows a page of A4 at 250 dots per inch, 1400 at 120: still readable; below that a
 * payslip would fit and be of no use to anybody.
 */
const LONGER_EDGES = [3000, 2400, 1900, 1400] as const
/** No attempt is longer, in pixels. */
export const LONGEST_EDGE = LONGER_EDGES[0]
const QUALITIES = [0.85, 0.7, 0.55] as const

/** What to try, from the best picture to the smallest. Never larger than the picture is. */
export function scalingPlan(picture: { width: number; height: number }): ScalingStep[] {
  const longer = Math.max(picture.width, picture.height)
  if (longer <= 0) return []
  const edges = new Set(LONGER_EDGES.map((edge) => Math.min(edge, longer)))
  return [...edges].flatMap((edge) =>
    QUALITIES.map((quality) => ({
      width: Math.max(1, Math.round((picture.width * edge) / longer)),
      height: Math.max(1, Math.round((picture.height * edge) / longer)),
      quality,
    })),
  )
}
