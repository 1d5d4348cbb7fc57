/** A reading and its group. */
interface Ranked {
  value: number
  isFirst: boolean
}

/**
 * Probability that two groups of readings differ this much by chance, for any distribution: the two-sided rank test of
 * Mann and Whitney (1947) in normal approximation, corrected for ties and continuity. For groups of at least eight.
 *
 * @returns p, from 0 (they differ) to 1
 */
export function rankTest(first: readonly number[], second: readonly number[]): number {
  const all: Ranked[] = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].toSorted((one, other) => one.value - other.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (all[end]?.value === all[start]?.value) end += 1
    // Equal readings share the mean of their ranks, which start at 1.
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length
    ties += (end - start) ** 3 - (end - start)
    start = end
  }
  const [m, n] = [first.length, second.length]
  const u = rankSum - (m * (m + 1)) / 2
  const spread = Math.sqrt(((m * n) / 12) * (m + n + 1 - ties / ((m + n) * (m + n - 1))))
  if (spread === 0) return 1
  const z = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / spread
  return Math.min(1, complementaryError(z / Math.SQRT2))
}

/** erfc(x) for x ≥ 0, to seven digits (Abramowitz and Stegun, 7.1.26). */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return series * Math.exp(-x * x)
}
