/** Default and maximum page size of an application list. */
export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

/** Maximum number of rows of a list without `limit` and `cursor` (decisions, "List calls of section 7"). */
export const MAX_ROWS = 10_000

/** Maximum length of a search text. */
export const MAX_SEARCH_LENGTH = 100

/** By duration: waiting for staff, in the current status, since the latest change. */
const timeSorts = ['waitingSince', 'statusSince', 'lastActivity'] as const

/** Sorts of the admins' list (specification section 2), the default first. */
export const adminSorts = ['createdAt', 'fullName', 'status', ...timeSorts] as const

/** Sorts of a manager's list: by urgency (default), and by column. */
export const managerSorts = ['queue', 'submittedAt', 'fullName', 'status', 'netWorth', ...timeSorts] as const

/** Sorts of the annual review list (specification section 2). */
export const annualReviewSorts = ['onboardedAt', 'fullName'] as const

/** Sorts of any application list. `status` sorts by lifecycle, not alphabet. */
export type ApplicationSort =
  | (typeof adminSorts)[number]
  | (typeof managerSorts)[number]
  | (typeof annualReviewSorts)[number]

export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

/** Export formats of lists. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Display names of the formats. */
export const exportFormatLabels = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<
  ExportFormat,
  string
>
