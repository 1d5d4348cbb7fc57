/**
 * Whether every text in a value can be stored: PostgreSQL has no NUL, and JSON there no half of a surrogate pair. For
 * values from other programs; input of users is read by schemas.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part))
}
