import { z } from 'zod'
import { applicationStatuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import {
  DEFAULT_PAGE_SIZE,
  directions,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
} from '#domain/applications/review/list.ts'
import { documentNumberIn } from '#domain/applications/review/find.ts'
import { lineOfText } from '#domain/applications/wizard/text.ts'

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

const anyStatus = `(${applicationStatuses.join('|')})`

/** One status or several: `submitted,under_review`. */
const statusList = z
  .string()
  .regex(new RegExp(`^${anyStatus}(,${anyStatus})*$`, 'u'), 'Please list statuses, separated by commas.')
  // The pattern allows only statuses.
  .transform((names) => [...new Set(names.split(',') as ApplicationStatus[])])

/**
 * Search text. URLs end up in browser history, proxies and logs, so an identity document number is rejected with a hint
 * to the search that takes it in a body (docs/decisions/0084).
 */
export const searchText = lineOfText(MAX_SEARCH_LENGTH).refine((text) => documentNumberIn(text) === null, {
  error: 'ID numbers must not appear in addresses. Please search with POST /api/staff/find.',
})

/**
 * Query of a list. Missing values sort last in both directions. The `Link` header (rel="next") holds the next page;
 * `X-Total-Count` the total, except while a search has further pages, since matches are not counted ahead.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    status: statusList.optional(),
    sort: z.enum(sorts).default(sorts[0]),
    direction: z.enum(directions).default('desc'),
    /** Parts of a name, an e-mail address or a mobile number, all of which must match; or references and ids. */
    search: searchText.optional(),
    limit: pageSize,
    /** From the previous page's `Link` header; valid for the same sort and direction. */
    cursor: packedCursor.optional(),
  })
}
