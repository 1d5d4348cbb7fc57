import type { AuditAction } from './events.ts'

/** The parts that a timeline can be read in: what was decided and done, and what goes on around that. */
export const timelineParts = ['main', 'routine'] as const
export type TimelinePart = (typeof timelineParts)[number]

/** What happens to every application again and again, and decides nothing: looked at, uploaded, saved. */
export const routineEvents = [
  'application.read',
  'application.saved',
  'application.draft-saved',
  'application.normalised',
  'application.confirmed',
  'document.fetched-ahead',
  'document.read',
  'document.registered',
  'document.removed',
  'document.restored',
  'document.superseded',
  'document.time-stamped',
  'document.verified',
] as const satisfies AuditAction[]
