/**
 * Whether two answers say the same: in whatever order their parts were stored, and however what was not answered is written.
 */
export function sameAnswer(one: unknown, other: unknown): boolean {
  return sameValue(answered(one), answered(other))
}

/** Databases and merges leave out amounts that were not answered, or keep them as null. */
function answered(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer ?? null
  return Object.fromEntries(
    Object.entries(answer).filter(([, part]: [string, unknown]) => part !== null && part !== undefined),
  )
}

/** Whether two values are the same, in whatever order their parts were stored. */
export function sameValue(one: unknown, other: unknown): boolean {
  // most answers are plain values, or the very object that was there: nothing needs to be written out to compare them
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Objects with their keys in order, so that the order of saving makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
