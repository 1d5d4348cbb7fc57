import { z } from 'zod'
import { applicationStatuses, type ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { directions } from '#base/rules/api/list.ts'
import { pageSize, packedCursor, searchText } from '#base/rules/api/page.ts'

const anyStatus = `(${applicationStatuses.join('|')})`

/** One status or several: `submitted,under_review`. */
const statusList = z
  .string()
  .regex(new RegExp(`^${anyStatus}(,${anyStatus})*$`, 'u'), 'Please list statuses, separated by commas.')
  // The pattern allows only statuses.
  .transform((names) => [...new Set(names.split(',') as ApplicationStatus[])])

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
