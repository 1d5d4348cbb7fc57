import type { ImportField } from './fields.ts'
import type { Mapping } from './mapping.ts'

/**
 * How an earlier file was matched, for the columns of another one with the same headers, in any order.
 *
 * @returns null where a column that was matched is missing
 */
export function reuseMapping(
  mapping: Mapping,
  earlierHeaders: readonly string[],
  headers: readonly string[],
): Mapping | null {
  const fieldOf = new Map<string, ImportField>()
  for (const [index, field] of mapping.columns.entries()) {
    const header = earlierHeaders[index] ?? ''
    if (field === null) continue
    if (header === '' || fieldOf.has(header)) return null
    fieldOf.set(header, field)
  }
  const columns = headers.map((header) => {
    const field = fieldOf.get(header) ?? null
    fieldOf.delete(header)
    return field
  })
  return fieldOf.size === 0 ? { ...mapping, columns } : null
}
