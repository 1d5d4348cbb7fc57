/** States of an import: read, matched (`checked`), then run and undone by a job. */
export const importStates = ['read', 'checked', 'running', 'paused', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** What was done with a row. */
export const rowOutcomes = ['created', 'skipped', 'failed', 'undone'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** Why an undo leaves a client, with its text. */
export const retainedReasons = {
  'signed-in': 'They have signed in.',
  saved: 'They have saved answers.',
  document: 'There is a document.',
  note: 'There is a note about them.',
  status: 'Their status was changed.',
  correction: 'Corrections were requested.',
  review: 'An annual review was recorded.',
  account: 'Their account was changed.',
  clients: 'They have clients.',
  other: 'Something was done with them since.',
} as const
export type RetainedReason = keyof typeof retainedReasons
export const retainedReasonNames = Object.keys(retainedReasons) as [RetainedReason, ...RetainedReason[]]

const DAY_MS = 24 * 60 * 60_000

/** How long an import can be undone and its rows are stored, after its end. */
export const UNDO_MS = 30 * DAY_MS

const ofSubject: Readonly<Record<string, RetainedReason>> = {
  session: 'signed-in',
  password: 'signed-in',
  document: 'document',
  note: 'note',
  correction: 'correction',
  'annual-review': 'review',
  pack: 'document',
  user: 'account',
}
const ofAction: Readonly<Record<string, RetainedReason>> = {
  'application.saved': 'saved',
  'application.draft-saved': 'saved',
  'application.status-changed': 'status',
}

/** Actions that leave an imported client untouched: the import itself, reads, and invitations. */
export const harmlessActions = [
  'user.created',
  'user.invited',
  'application.created',
  'application.imported',
  'application.read',
  'application.fetched-ahead',
  'application.downloaded',
  'application.reminded',
  'session.sign-in-failed',
  'password.reset-requested',
  'mail.given-up',
] as const

/** Why an audit action on a client or their application keeps it. */
export function retainedBecauseOf(action: string): RetainedReason {
  return ofAction[action] ?? ofSubject[action.split('.')[0] ?? ''] ?? 'other'
}
