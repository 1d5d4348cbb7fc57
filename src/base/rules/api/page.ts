import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from '#base/rules/api/list.ts'
import { documentNumberIn } from '#base/rules/identifiers/find.ts'
import { lineOfText } from '#base/rules/input/text.ts'

/** Page size parameter of a list. */
export function pageSizeOf({ initial, max }: { initial: number; max: number }) {
  return z.coerce.number<number>().int().min(1).max(max).default(initial)
}

export const pageSize = pageSizeOf({ initial: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE })

/** As `pageSize`, where a list without `limit` and `cursor` returns all rows, up to `MAX_ROWS`. */
export function pageSizeOrAll(max: number) {
  return z.coerce.number<number>().int().min(1).max(max).optional()
}

/** Position of the next page, from the previous page's `Link` header. */
export const packedCursor = z
  .string()
  .max(2000)
  .regex(/^[\w-]*$/u, 'This cursor isn’t valid. Please start at the first page.')

/**
 * Search text. URLs end up in browser history, proxies and logs, so an identity document number is rejected with a hint
 * to the search that takes it in a body (docs/decisions/0084).
 */
export const searchText = lineOfText(MAX_SEARCH_LENGTH).refine((text) => documentNumberIn(text) === null, {
  error: 'ID numbers must not appear in addresses. Please search with POST /api/staff/find.',
})
