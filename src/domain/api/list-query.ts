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

/** How many rows a page of a list is asked to hold. */
export function pageSizeOf({ initial, max }: { initial: number; max: number }) {
  return z.coerce.number<number>().int().min(1).max(max).default(initial)
}

export const pageSize = pageSizeOf({ initial: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE })

/** As `pageSize`, where a list that is asked for without `limit` and `cursor` answers all of its rows, up to `MAX_ROWS`. */
export function pageSizeOrAll(max: number) {
  return z.coerce.number<number>().int().min(1).max(max).optional()
}

/** The place where a list goes on, as the `Link` header of the page before packed it. */
export const packedCursor = z
  .string()
  .max(2000)
  .regex(/^[\w-]*$/u, 'This does not continue a list. Please start at the first page.')

const anyStatus = `(${applicationStatuses.join('|')})`

/** One status or several: `submitted,under_review`. */
const statusList = z
  .string()
  .regex(new RegExp(`^${anyStatus}(,${anyStatus})*$`, 'u'), 'Please name statuses, with commas between them.')
  // The pattern lets through nothing else.
  .transform((names) => [...new Set(names.split(',') as ApplicationStatus[])])

/**
 * What a list is searched for. Addresses are kept where nobody looks after them, by browsers, proxies and their logs: whoever puts
 * the number of somebody's identity document into one is told where to look by it (docs/decisions/0084).
 */
export const searchText = lineOfText(MAX_SEARCH_LENGTH).refine((text) => documentNumberIn(text) === null, {
  error: 'An ID number does not belong in an address. Please look for it with POST /api/staff/find.',
})

/**
 * What a list is asked for. Missing values come last in either direction. The next page's address is in the answer's
 * `Link` header (rel="next"), there while there is one; `X-Total-Count` holds how many there are in all, but while a
 * search has further pages: matches are not counted ahead.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.strictObject({
    status: statusList.optional(),
    sort: z.enum(sorts).default(sorts[0]),
    direction: z.enum(directions).default('desc'),
    /** Parts of a name, an e-mail address or a mobile number: what has all of them is found. Or references and ids. */
    search: searchText.optional(),
    limit: pageSize,
    /** From the `Link` header of the page before; good for the same sort and direction. */
    cursor: packedCursor.optional(),
  })
}
