/** One attempt at a smaller picture: size in pixels and JPEG quality, 0 to 1. */
export interface ScalingStep {
  width: number
  height: number
  quality: number
}

/** Longer edges to try, in pixels. On A4, 3000 gives 250 dpi and 1400 gives 120, the minimum for readable payslips. */
const LONGER_EDGES = [3000, 2400, 1900, 1400] as const
/** Maximum of the longer edge, in pixels. */
export const LONGEST_EDGE = LONGER_EDGES[0]
const QUALITIES = [0.85, 0.7, 0.55] as const

/** Attempts from best to smallest, never larger than the picture. */
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
