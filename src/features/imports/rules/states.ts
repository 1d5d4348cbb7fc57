import { DAY_MS } from '#base/rules/time/calendar-days.ts'

/** States of an import: read, matched (`checked`), then run and undone by a job. */
export const importStates = ['read', 'checked', 'running', 'paused', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** What was done with a row. */
export const rowOutcomes = ['created', 'skipped', 'failed', 'undone'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** Why an undo keeps a client: never said, since one of the reasons must not be (FICA, section 29). */
export const RETAINED = 'other'

/** How long an import can be undone and its rows are stored, after its end. */
export const UNDO_MS = 30 * DAY_MS

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
  'annual-review.spread',
  'annual-review.spread-undone',
  'session.sign-in-failed',
  'password.reset-requested',
  'mail.given-up',
] as const
