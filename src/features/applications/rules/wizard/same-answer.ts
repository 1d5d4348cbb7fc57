/** Whether two answers are equal, ignoring property order and the difference between null and missing. */
export function sameAnswer(one: unknown, other: unknown): boolean {
  return sameValue(answered(one), answered(other))
}

/** Databases and merges drop unanswered amounts or store null. */
function answered(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer ?? null
  return Object.fromEntries(
    Object.entries(answer).filter(([, part]: [string, unknown]) => part !== null && part !== undefined),
  )
}

/** Deep equality, ignoring property order. Undefined equals missing; NaN differs from null. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other || Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.every((name) => sameValue(Reflect.get(one, name), Reflect.get(other, name)))
}
