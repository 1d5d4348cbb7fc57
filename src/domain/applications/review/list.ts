/** How many applications a page of a list holds where nobody says otherwise, and at most. */
export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

/** How many rows a list answers that is asked for without `limit` and `cursor` (decisions, "List calls of section 7"). */
export const MAX_ROWS = 10_000

/** The longest text that a list can be searched for. */
export const MAX_SEARCH_LENGTH = 100

/** By how long things take: since when staff are waited for, since when it has its status, when anything of it changed last. */
const timeSorts = ['waitingSince', 'statusSince', 'lastActivity'] as const

/** What the admins' list can be sorted by (specification section 2), the first where nobody says otherwise. */
export const adminSorts = ['createdAt', 'fullName', 'status', ...timeSorts] as const

/** What a manager's list can be sorted by: what waits for them first, and its columns. */
export const managerSorts = ['queue', 'submittedAt', 'fullName', 'status', 'netWorth', ...timeSorts] as const

/** What the list of annual reviews can be sorted by (specification section 2). */
export const annualReviewSorts = ['onboardedAt', 'fullName'] as const

/** What some list of applications can be sorted by. `status` goes by the lifecycle, not by the alphabet. */
export type ApplicationSort =
  | (typeof adminSorts)[number]
  | (typeof managerSorts)[number]
  | (typeof annualReviewSorts)[number]

export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

/** What lists are exported as. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What people call the formats. */
export const exportFormatLabels = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<
  ExportFormat,
  string
>
