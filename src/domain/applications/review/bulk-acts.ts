/** Maximum number of applications in one bulk action. */
export const MAX_AT_ONCE = 1000

/** Maximum number of applications in one document download. */
export const MAX_DOWNLOADED = 50

/** Shown when more are selected. */
export const TOO_MANY_TO_DOWNLOAD = `Please choose at most ${MAX_DOWNLOADED} applications at a time to download their documents.`

/** Bulk actions; each needs the permission of the single action. */
export const bulkActNames = ['remind', 'notify', 'assign', 'change-status'] as const

export type BulkActName = (typeof bulkActNames)[number]

/** Outcome for one application of a bulk action. */
export const bulkOutcomes = {
  done: 'Done',
  invited: 'Never signed in, so a new invitation was sent instead',
  'sent-recently': 'Left out: emailed about this within the last 24 hours',
  'not-due': 'Left out: no annual review is due or upcoming',
  unchanged: 'Left out: this is so already',
  changed: 'Left out: it has changed meanwhile, and this cannot be done any more',
  'round-open': 'Left out: corrections are open',
  'not-checked': 'Left out: documents not opened, checks open, or answers to be corrected',
  missing: 'Left out: not found, or not yours',
  'not-allowed': 'Left out: you may not do this any more',
  failed: 'Failed: please try it by itself',
  'called-off': 'Not done: called off before it began',
} as const

export type BulkOutcome = keyof typeof bulkOutcomes

export const bulkOutcomeNames = Object.keys(bulkOutcomes) as [BulkOutcome, ...BulkOutcome[]]

/** Outcomes that changed the application; all others skipped it. */
export const wasDone: ReadonlySet<BulkOutcome> = new Set(['done', 'invited'])
