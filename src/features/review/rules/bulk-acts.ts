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
  'sent-recently': 'Skipped: emailed about this in the last 24 hours',
  'not-due': 'Skipped: no annual review is due or upcoming',
  unchanged: 'Skipped: no change needed',
  changed: 'Skipped: it has changed since, so this is no longer possible',
  'round-open': 'Skipped: corrections are open',
  'not-checked': 'Skipped: documents not opened, checks open, or answers to be corrected',
  'not-ready': 'Left out: waits for Compliance or FICA checks',
  missing: 'Skipped: not found, or not yours',
  'not-allowed': 'Skipped: you are no longer allowed to do this',
  failed: 'Failed: please try this one on its own',
  'called-off': 'Cancelled before it started',
} as const

export type BulkOutcome = keyof typeof bulkOutcomes

export const bulkOutcomeNames = Object.keys(bulkOutcomes) as [BulkOutcome, ...BulkOutcome[]]

/** Outcomes that changed the application; all others skipped it. */
export const wasDone: ReadonlySet<BulkOutcome> = new Set(['done', 'invited'])
